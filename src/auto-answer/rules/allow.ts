// The rule "allow": allows the tool calls that the user's own file names, and nothing else. It chooses the first option, which allows once.
import { z } from 'zod';
import { words } from '../../ask/match/fields.ts';
import { besideCommand, commandOf, givesCommand, PATH_FIELDS, pathsIn } from '../../ask/permission.ts';
import type { Ask, Question } from '../../ask/schema/ask.ts';
import { asObject } from '../../text/json.ts';
import { shortened } from '../../text/shortened.ts';
import { type AllowPattern, COMMAND_TOOLS, globMatchesPath, namesTool, readPattern, rootOf, toolName } from './allow-pattern.ts';
import { commandWords, UNSEEN } from './command-words.ts';
import { defineRuleKind, pass, type RuleAnswer, type RuleFacts } from './rule-kind.ts';

type Settings = { readonly patterns: readonly AllowPattern[] };

export const allow = defineRuleKind<Settings>({
  name: 'allow',
  brief: 'allows a permission, once, if the list names the call',
  example: 'allow: ["Bash(npm test)"]',
  schema: () =>
    z
      .array(words.transform(patternOf))
      .min(1, 'name at least one tool call, e.g. ["Bash(npm test)"]')
      .max(500)
      .transform((patterns) => ({ patterns })),
  permissions: true,
  describe: ({ patterns }) => `allow ${cut(sources(patterns).join(', '))}`,
  narrowed: (users, projects) => ({
    ...users,
    patterns: users.patterns.filter(({ source }) => sources(projects.patterns).includes(source)),
  }),
  surplus: (users, projects) => sources(projects.patterns).filter((source) => !sources(users.patterns).includes(source)),
  places: ({ patterns }, ask, home) => [
    ask.project,
    ...pathsIn(inputOf(ask)).map((path) => inProject(path, ask.project)),
    ...patterns.flatMap((pattern) => (pattern.kind === 'path' ? [rootOf(pattern, ask.project, home).root] : [])),
  ],
  decide: (question, { patterns }, facts) => allowed(question, patterns, facts),
});

function patternOf(source: string, context: z.RefinementCtx): AllowPattern {
  const read = readPattern(source);
  if (read.kind === 'ok') return read.value;
  context.addIssue({ code: 'custom', message: read.why });
  return z.NEVER;
}

function allowed(question: Question, patterns: readonly AllowPattern[], facts: RuleFacts): RuleAnswer {
  const { ask } = facts;
  const { detail } = ask;
  if (ask.kind !== 'permission' || detail?.kind !== 'permission') return pass('it asks for no permission to use a tool');
  if (ask.source === 'screen' || typeof asObject(detail.input)?.screen === 'string')
    return pass('what the permission is for was only read off a screen');
  if (ask.questions.length !== 1 || question.multiSelect || question.options.length === 0) return pass('it is no plain permission');
  const tool = JSON.stringify(detail.tool.slice(0, 60));
  const named = patterns.filter((pattern) => namesTool(pattern.tool, detail.tool));
  if (named.length === 0) return pass(`no rule names the tool ${tool}`);
  const reasons: string[] = [];
  for (const pattern of named) {
    const why = whyNot(pattern, detail, facts);
    if (why === undefined) return { kind: 'answer', answer: { kind: 'chosen', chosen: [1] }, why: `${pattern.source} allows it` };
    reasons.push(why);
  }
  return pass([...new Set(reasons)].join('; '));
}

/** Why the pattern, which names the tool, does not allow this call; undefined if it does. */
function whyNot(pattern: AllowPattern, { tool, input }: { tool: string; input: unknown }, facts: RuleFacts): string | undefined {
  const name = toolName(tool);
  if (COMMAND_TOOLS.has(name) || (givesCommand(input) && !name.startsWith('mcp__'))) return commandMisfit(pattern, input);
  return pattern.kind === 'any' ? undefined : pathMisfit(pattern, input, facts);
}

function commandMisfit(pattern: AllowPattern, input: unknown): string | undefined {
  const command = commandOf(input);
  if (command === undefined) return 'the command cannot be read';
  const [beside] = besideCommand(input);
  if (beside !== undefined) return `the call has ${JSON.stringify(beside.slice(0, 40))}, which may change what the command does`;
  const read = commandWords(command);
  if (read.kind === 'unsafe') return `no rule allows the command: ${read.why}`;
  if (pattern.kind === 'any') return undefined;
  const { words: given } = read;
  const begins = pattern.kind === 'command' && pattern.words.every((word, i) => word === given[i]);
  return begins && (pattern.more || given.length === pattern.words.length) ? undefined : 'no rule names the command';
}

function pathMisfit(pattern: AllowPattern, input: unknown, { ask: { project }, real, home }: RuleFacts): string | undefined {
  const paths = pathsIn(input);
  if (pattern.kind !== 'path' || paths.length === 0 || hasUnknownFields(input)) return 'the files of the call cannot be told';
  const { root, rest, anywhere } = rootOf(pattern, project, home);
  const folder = real(root);
  const outside = paths.find((path) => {
    const file = isUnclear(path) ? undefined : real(inProject(path, project));
    const start = folder === '/' ? '/' : `${folder}/`;
    return folder === undefined || !file?.startsWith(start) || !globMatchesPath(rest, file.slice(start.length), anywhere);
  });
  return outside === undefined ? undefined : `no rule names the file ${JSON.stringify(outside.slice(0, 100))}`;
}

/** Fields that say what to do with the file. An unknown field may name another file. */
const CONTENT_FIELDS: readonly string[] = [
  ...['content', 'old_string', 'new_string', 'replace_all', 'oldString', 'newString', 'replaceAll', 'expected_replacements', 'instruction'],
  ...['new_source', 'cell_id', 'cell_type', 'edit_mode'],
  ...['offset', 'limit', 'pages'],
];

function hasUnknownFields(input: unknown): boolean {
  return Object.entries(asObject(input) ?? {}).some(([name, value]) => {
    if (PATH_FIELDS.includes(name)) return typeof value !== 'string';
    if (name === 'edits' && Array.isArray(value))
      return value.some((edit) => Object.keys(asObject(edit) ?? { unknown: edit }).some((each) => !CONTENT_FIELDS.includes(each)));
    return !CONTENT_FIELDS.includes(name);
  });
}

/**
 * Paths that may mean another file to the agent than to us: "..", a home, a backslash (a folder on Windows), an invisible character (some file
 * systems ignore it), and files of a process.
 */
function isUnclear(path: string): boolean {
  return path === '' || path.includes('\\') || UNSEEN.test(path) || path.split('/').includes('..') || /^(?:~|\/+(?:proc|dev)\/)/.test(path);
}

const inProject = (path: string, project: string): string => (path.startsWith('/') ? path : `${project}/${path}`);
const inputOf = ({ detail }: Ask): unknown => (detail?.kind === 'permission' ? detail.input : undefined);
const sources = (patterns: readonly AllowPattern[]): readonly string[] => patterns.map(({ source }) => source);
const cut = (text: string): string => shortened(text, 80);
