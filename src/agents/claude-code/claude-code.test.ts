// Reading the payloads of Claude Code, encoding decisions for it, and reading back what it recorded.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recorded, recordedNames } from '../../../test/support/claude-code/payloads.ts';
import { anyQuestion } from '../../../test/support/samples.ts';
import { resolveAnswers } from '../../ask/answer.ts';
import { differences } from '../../ask/compare.ts';
import type { Draft } from '../../ask/new-ask.ts';
import type { Question } from '../../ask/schema/ask.ts';
import type { Decision, Verdict } from '../../ask/schema/decision.ts';
import type { AnswerInput } from '../../ask/schema/input.ts';
import { normalised } from '../../text/visible.ts';
import { draftOf } from './capture.ts';
import { splitItems } from './format/answers.ts';
import { replyFor } from './format/reply.ts';
import { readPayload } from './hooks/payload.ts';
import { encode } from './hooks/reply.ts';
import { endingInTranscript } from './transcript/read.ts';
import { endingFromResponse, endingFromText } from './verify.ts';

const signed = (verdict: Verdict): Decision => ({ ...verdict, key: 'k', by: { kind: 'person', name: 'ada', surface: 'test' }, at: 1 });
const chosen = (...numbers: number[]) => signed({ kind: 'answers', answers: [{ kind: 'chosen', chosen: numbers }] });
const draft = (name: string) => draftOf(readPayload(recorded(name)) as never) as Draft;
const input = (name: string) => recorded(name).tool_input;
const decisionOf = (name: string, decision: Decision) => {
  const encoded = encode(draft(name), decision, input(name), 'PermissionRequest');
  return encoded.kind === 'reply' ? (encoded.body as { hookSpecificOutput: { decision: unknown } }).hookSpecificOutput.decision : encoded;
};

describe('recorded payloads', () => {
  it.each(recordedNames)('parses %s', (name) => {
    expect(readPayload(recorded(name))).toMatchObject({ hook_event_name: expect.any(String), session_id: expect.any(String) });
  });

  it('turns a permission into a question with the suggestions as options', () => {
    expect(draft('PermissionRequest-Bash')).toMatchObject({
      kind: 'permission',
      questions: [
        {
          text: 'Allow Bash: touch /home/me/project && ls -la /home/me/project?',
          options: [
            { label: 'Yes' },
            {
              label: "Yes, and don't ask again",
              description: 'Allows Bash(touch /home/me/project), Read(//home/me/project**) from now on',
            },
            { label: 'No' },
          ],
        },
      ],
    });
    expect(draft('PermissionRequest-Write').questions[0]?.options.map((o) => o.label)).toEqual([
      'Yes',
      'Yes, and switch to acceptEdits',
      'Yes, and allow the folder',
      'No',
    ]);
  });
});

describe('encoding a decision', () => {
  const question = 'PermissionRequest-AskUserQuestion';
  const text = draft(question).questions[0]?.text as string;

  it('adds the answers to the tool input, keyed by question text', () => {
    expect(decisionOf(question, chosen(1))).toEqual({
      behavior: 'allow',
      updatedInput: { ...(input(question) as object), answers: { [text]: draft(question).questions[0]?.options[0]?.label } },
    });
  });

  it('drops answers that the model filled in itself', () => {
    const asked = { ...(input(question) as object), answers: { [text]: 'mine' }, annotations: { [text]: { notes: 'mine' } } };
    const reply = replyFor(draft(question), chosen(1), asked);
    expect(reply).toEqual(decisionOf(question, chosen(1)));
  });

  it('denies with the message of a redirect or a decline, and interrupts the agent on a decline without a message', () => {
    expect(decisionOf(question, signed({ kind: 'redirect', message: 'wrong' }))).toEqual({ behavior: 'deny', message: 'wrong' });
    expect(decisionOf(question, signed({ kind: 'decline', message: 'later' }))).toEqual({
      behavior: 'deny',
      message: 'The user declined to answer: later',
    });
    expect(decisionOf('PermissionRequest-Write', signed({ kind: 'decline', message: 'later' }))).toEqual({
      behavior: 'deny',
      message: 'The user does not allow this: later',
    });
    expect(decisionOf(question, signed({ kind: 'decline' }))).toMatchObject({ behavior: 'deny', interrupt: true });
  });

  it('denies a command, or a plan, that is declined, in the words for that', () => {
    const declined = (message?: string) => signed({ kind: 'decline', ...(message === undefined ? {} : { message }) });
    const bash = 'PermissionRequest-Bash';
    expect(decisionOf(bash, declined('not on a Friday'))).toEqual({
      behavior: 'deny',
      message: 'The user does not allow this: not on a Friday',
    });
    expect(decisionOf(bash, declined())).toEqual({ behavior: 'deny', message: 'The user does not allow this.', interrupt: true });
    expect(decisionOf('PermissionRequest-ExitPlanMode', declined('too big'))).toEqual({
      behavior: 'deny',
      message: 'The user does not approve this plan: too big',
    });
    const view = { ...draft(bash), decision: declined('not on a Friday') };
    expect(endingFromText(view, 'The user does not allow this: not on a Friday', true)).toEqual({
      kind: 'recorded',
      recorded: { kind: 'decline', message: 'not on a Friday' },
    });
  });

  it('allows a permission once or with a suggested rule, refuses it, or refuses it with a message', () => {
    const suggestions = recorded('PermissionRequest-Write').permission_suggestions as unknown[];
    expect(decisionOf('PermissionRequest-Write', chosen(1))).toEqual({ behavior: 'allow' });
    expect(decisionOf('PermissionRequest-Write', chosen(2))).toEqual({ behavior: 'allow', updatedPermissions: [suggestions[0]] });
    expect(decisionOf('PermissionRequest-Write', chosen(3))).toEqual({ behavior: 'allow', updatedPermissions: [suggestions[1]] });
    expect(decisionOf('PermissionRequest-Write', chosen(4))).toEqual({ behavior: 'deny', message: 'The user does not allow this.' });
    expect(
      decisionOf('PermissionRequest-Write', signed({ kind: 'answers', answers: [{ kind: 'words', words: 'in src, please' }] })),
    ).toEqual({ behavior: 'deny', message: 'in src, please' });
  });

  it('approves a plan with an allow that echoes its input', () => {
    expect(decisionOf('PermissionRequest-ExitPlanMode', chosen(1))).toEqual({ behavior: 'allow', updatedInput: {} });
    expect(decisionOf('PermissionRequest-ExitPlanMode', chosen(2))).toMatchObject({ behavior: 'deny' });
  });

  it('encodes the same decisions for PreToolUse', () => {
    const encoded = encode(draft(question), chosen(1), input(question), 'PreToolUse');
    expect(encoded).toMatchObject({
      body: {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'allow',
          updatedInput: { answers: { [text]: expect.any(String) } },
        },
      },
    });
    expect(encode(draft(question), signed({ kind: 'redirect', message: 'no' }), input(question), 'PreToolUse')).toMatchObject({
      body: { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } },
    });
  });

  it('refuses what Claude Code would treat as no answer', () => {
    const skipped = signed({ kind: 'answers', answers: [{ kind: 'skipped' }] });
    expect(encode(draft(question), skipped, input(question), 'PermissionRequest')).toMatchObject({ kind: 'impossible' });
    expect(encode(draft(question), chosen(1), { questions: 'gone' }, 'PermissionRequest')).toMatchObject({ kind: 'impossible' });
  });
});

describe('reading what was recorded', () => {
  const ending = (name: string) => {
    const payload = recorded(name);
    return endingFromResponse(draftOf(readPayload({ ...payload, hook_event_name: 'PreToolUse' }) as never) as never, payload.tool_response);
  };

  it('reads tool responses', () => {
    expect(ending('PostToolUse-AskUserQuestion-multiselect')).toMatchObject({
      recorded: { answers: [{ chosen: ['Logging', 'Tracing'] }] },
    });
    expect(ending('PostToolUse-AskUserQuestion-afk-timeout')).toMatchObject({ kind: 'auto-continued' });
    expect(ending('PostToolUse-AskUserQuestion-single-empty')).toEqual({ kind: 'unanswered' });
  });

  it('splits a list of items the way Claude Code joins it', () => {
    expect(splitItems('Logging, "own, thing"', ['Logging'])).toEqual(['Logging', 'own, thing']);
    expect(splitItems('"A, B", "say \\"hi\\"", plain', ['A, B', 'say "hi"', 'plain'])).toEqual(['A, B', 'say "hi"', 'plain']);
    expect(splitItems('A, B, C', ['A, B', 'C'])).toEqual(['A, B', 'C']);
    expect(splitItems('"unclosed, x', [])).toEqual(['"unclosed', 'x']);
  });

  it('recognises the texts that the model receives', () => {
    const ask = draft('PermissionRequest-AskUserQuestion');
    const rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected";
    expect(endingFromText(ask, `${rejected}. STOP`)).toEqual({ kind: 'dismissed' });
    expect(endingFromText(ask, `${rejected}…the user said:\nThe user wants to clarify these questions.`)).toMatchObject({
      recorded: { kind: 'redirect' },
    });
    expect(endingFromText(ask, 'No response after 60s — the user may be away')).toEqual({ kind: 'auto-continued', afterMs: 60_000 });
    expect(endingFromText(ask, 'The user did not answer the questions.')).toEqual({ kind: 'unanswered' });
    const decided = { ...ask, decision: signed({ kind: 'redirect', message: 'wrong' }) };
    expect(endingFromText(decided, 'wrong')).toMatchObject({ recorded: { kind: 'redirect', message: 'wrong' } });
    expect(endingFromText(decided, 'PreToolUse:AskUserQuestion hook error: wrong')).toMatchObject({ recorded: { message: 'wrong' } });
  });

  it('takes a tool that ran to be allowed in the way that was decided, unless that did not arrive', () => {
    const decision = signed({ kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }] });
    const ask = { ...draft('PermissionRequest-Bash'), decision };
    const allowed = (label: string | undefined) => ({ recorded: { answers: [{ chosen: [label] }] } });
    expect(endingFromResponse({ ...ask, state: 'delivered' }, 'built')).toMatchObject(allowed(ask.questions[0]?.options[1]?.label));
    expect(endingFromResponse({ ...ask, state: 'undelivered' }, 'built')).toMatchObject(allowed('Yes'));
  });

  it('reads nothing into a text that does not say how the ask ended', () => {
    const ask = draft('PermissionRequest-AskUserQuestion');
    expect(endingFromText(ask, 'Your questions have been answered: "Which database should we use?"="SQLite".')).toBeUndefined();
  });

  it('recognises feedback that was given in the dialog', () => {
    const ask = draft('PermissionRequest-ExitPlanMode');
    const text = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nsmaller steps";
    expect(endingFromText(ask, text)).toMatchObject({ recorded: { answers: [{ words: 'smaller steps' }] } });
    const decided = (verdict: Verdict) => endingFromText({ ...ask, decision: signed(verdict) }, text);
    expect(decided({ kind: 'redirect', message: 'smaller steps' })).toMatchObject({ recorded: { kind: 'redirect' } });
    const no = { kind: 'chosen', chosen: [ask.questions[0]?.options.length ?? 0] } as const;
    expect(decided({ kind: 'answers', answers: [{ ...no, note: 'smaller steps' }] })).toMatchObject({
      recorded: { answers: [{ chosen: ['No, keep planning'], note: 'smaller steps' }] },
    });
    expect(decided({ kind: 'answers', answers: [no] })).toMatchObject({ recorded: { answers: [{ words: 'smaller steps' }] } });
  });

  it('takes a rejection for a refusal that was typed, once its words have arrived', () => {
    const ask = { ...draft('PermissionRequest-AskUserQuestion'), decision: signed({ kind: 'decline', message: 'not now' }) };
    const text = "The user doesn't want to proceed with this tool use. STOP";
    const typed = { ...ask, state: 'delivered', delivery: { way: 'keys', at: 0, done: true, failures: [] } } as const;
    expect(endingFromText(typed, text, true, ['something else'])).toBeUndefined();
    expect(endingFromText(typed, text, true, ['something else', 'not now'])).toMatchObject({ recorded: { kind: 'decline' } });
    expect(endingFromText({ ...typed, state: 'declined' }, text, true, [])).toEqual({ kind: 'dismissed' });
    const answered = { ...typed, decision: chosen(1) };
    expect(endingFromText(answered, text, true, [])).toEqual({ kind: 'dismissed' });
  });

  it('finds the result of one call in a transcript, and not that of another', () => {
    const ask = draft('PermissionRequest-AskUserQuestion');
    const row = (id: string, content: string) =>
      JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: true }] } });
    const rejected = "The user doesn't want to proceed with this tool use. STOP";
    const lines = ['{"torn', row('toolu_2', 'other'), row('toolu_1', rejected), ''];
    expect(endingInTranscript(lines, 'toolu_1', ask)).toEqual({ kind: 'dismissed' });
    expect(endingInTranscript(lines, 'toolu_3', ask)).toBeUndefined();
  });

  it('verifies every valid answer that is recorded as it was sent', () => {
    const distinct = (questions: readonly Question[]) => new Set(questions.map((q) => q.text)).size === questions.length;
    const anyInput: fc.Arbitrary<AnswerInput> = fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
      fc.record(
        { choose: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }), words: fc.string({ unit: 'grapheme', maxLength: 20 }) },
        { requiredKeys: [] },
      ),
    );
    let verified = 0;
    fc.assert(
      fc.property(
        fc.array(anyQuestion, { minLength: 1, maxLength: 3 }).filter(distinct),
        fc.array(anyInput, { minLength: 3, maxLength: 3 }),
        (questions, inputs) => {
          const labelled = questions.map((q) => ({
            ...q,
            options: q.options.filter((o, i, all) => o.label.trim() !== '' && all.findIndex((p) => p.label === o.label) === i),
          }));
          const answers = resolveAnswers(inputs.slice(0, questions.length), { questions: labelled });
          if (answers.kind === 'invalid') return;
          const decision = signed({ kind: 'answers', answers: answers.value });
          const ask = { kind: 'question', questions: labelled } as const;
          const encoded = encode(ask, decision, { questions: labelled }, 'PermissionRequest');
          expect(encoded.kind).toBe('reply');
          const body = (encoded as { body: { hookSpecificOutput: { decision: { updatedInput: object } } } }).body;
          const ending = endingFromResponse(ask, body.hookSpecificOutput.decision.updatedInput);
          expect(ending?.kind).toBe('recorded');
          if (ending?.kind === 'recorded' && !ambiguous(labelled, answers.value)) {
            expect(differences(ask, decision, ending.recorded)).toEqual([]);
            verified += 1;
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect(verified).toBeGreaterThan(300);
  });
});

/** Own words that equal a label, or look like a list of labels. Claude Code itself records these as if the options had been chosen. */
function ambiguous(questions: readonly Question[], answers: readonly { kind: string; words?: string | undefined }[]): boolean {
  return answers.some((answer, i) => {
    const labels = questions[i]?.options.map((o) => o.label) ?? [];
    const isLabel = (item: string) => labels.some((label) => normalised(label) === normalised(item));
    return answer.words !== undefined && splitItems(answer.words, labels).some((item) => isLabel(item) || item !== answer.words);
  });
}
