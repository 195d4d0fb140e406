// Who may import whom in src, as tables, and everything that a file imports, in whatever form it is written.
import { posix } from 'node:path';

/** Which folder may import which: the sentence of docs/ARCHITECTURE.md as a table, on purpose independent of biome.json. */
export const KNOWS: Readonly<Record<string, readonly string[]>> = {
  question: [],
  text: [],
  protocol: ['question'],
  decide: ['question'],
  channels: ['question', 'text', 'decide', 'client', 'setup'],
  broker: ['question', 'decide', 'channels'],
  drivers: ['question', 'decide', 'channels'],
  daemon: ['question', 'text', 'protocol', 'decide', 'channels', 'broker', 'drivers', 'client', 'mcp'],
  client: ['question', 'text', 'protocol'],
  setup: ['question', 'text'],
  surfaces: ['question', 'text', 'protocol', 'client', 'setup', 'channels', 'tool', 'mcp'],
  tool: ['question', 'text', 'client'],
  mcp: ['question', 'text', 'client', 'tool', 'setup', 'channels'],
  library: ['question', 'client', 'tool', 'surfaces'],
  bin: ['daemon', 'client', 'surfaces', 'channels'],
};

/** The files in channels that import every agent, and who may import them. */
export const LISTS: Readonly<Record<string, readonly string[]>> = { list: ['daemon', 'bin'], connections: ['daemon', 'bin', 'surfaces'] };

/** Who may import from the folder of an agent, besides itself and the lists. */
const KNOWS_AGENTS = ['bin'];

/** The channel of our own tool: it has a folder like an agent, but is none. */
export const OWN_TOOL = 'tool-call';
const KNOWS_OWN_TOOL = [...KNOWS_AGENTS, 'daemon'];

const TEST = /\.(?:test|conformance)\.tsx?$/;
export const isProduction = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file) && !TEST.test(file);

/** Both are paths from the root of the repository; `to` may also be what `importsIn` could not resolve, which nobody may import. */
export function mayImport(from: string, to: string): boolean {
  const importer = placeOf(from);
  const imported = placeOf(to);
  if (!(imported.folder in KNOWS) || TEST.test(to)) return false;
  if (imported.folder !== importer.folder && !KNOWS[importer.folder]?.includes(imported.folder)) return false;
  if (imported.list !== undefined) return LISTS[imported.list]?.includes(importer.folder) === true;
  if (imported.agent === undefined || imported.agent === importer.agent || importer.list !== undefined) return true;
  return (imported.agent === OWN_TOOL ? KNOWS_OWN_TOOL : KNOWS_AGENTS).includes(importer.folder);
}

type Place = { readonly folder: string; readonly agent?: string | undefined; readonly list?: string | undefined };

function placeOf(path: string): Place {
  const [root, folder = '', first, ...more] = path.split('/');
  if (root !== 'src') return { folder: '' };
  if (folder !== 'channels' || first === undefined) return { folder };
  const { name, ext } = posix.parse(first);
  // Without an extension it is a folder, even if there is a file of that name.
  if (more.length > 0 || ext === '') return { folder, agent: first };
  return { folder, list: name in LISTS ? name : undefined };
}

/** Any string that looks like a relative path counts, whatever stands before it. Of a template, only the part before its first value. */
const RELATIVE = /(['"`])(\.{1,2}\/.*?)(?:\1|\$\{)/g;
const BY_NAME = /\b(?:from|import|require(?:\.resolve)?)\s*\(?\s*(['"`])(.+?)\1/g;
/** Ways to our own files without a relative path. */
const OURS = /^(?:\/|file:|#|src\/|answerback(?:\/|$))/;
/** The path is only known when the program runs. */
const COMPUTED = /\b(?:import|require)\s*\(\s*(?:\/\*.*?\*\/\s*)*[^'"`)\s/].*/g;
const COMMENT_LINE = /^\s*\/\/.*$/gm;

/**
 * What a file imports from our own tree: paths from the root of the repository, or the code itself if it cannot be resolved. It reads the text
 * and not the syntax, so that no form of import is forgotten.
 */
export function importsIn(file: string, text: string): readonly string[] {
  const code = text.replaceAll(COMMENT_LINE, '');
  const relative = [...code.matchAll(RELATIVE)].map(([, , path = '']) => posix.join(posix.dirname(file), path));
  const named = [...code.matchAll(BY_NAME)].flatMap(([, , name = '']) => (OURS.test(name) ? [name] : []));
  const computed = [...code.matchAll(COMPUTED)].map(([found]) => found);
  return [...new Set([...relative, ...named, ...computed])];
}
