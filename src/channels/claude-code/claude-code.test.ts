// What Claude Code sends, understands and records: recorded payloads, every encoding, and the way back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recorded, recordedNames } from '../../../test/support/claude-code/payloads.ts';
import { anyQuestion } from '../../../test/support/samples.ts';
import { resolveAnswers } from '../../question/answer.ts';
import { differences } from '../../question/compare.ts';
import type { Draft } from '../../question/new-ask.ts';
import type { AnswerInput, Decision, Question, Verdict } from '../../question/words.ts';
import { draftOf } from './capture.ts';
import { readPayload } from './hooks/payload.ts';
import { encode } from './hooks/reply.ts';
import { endingInTranscript } from './transcript/read.ts';
import { endingFromResponse, endingFromText, splitItems } from './verify.ts';

const signed = (verdict: Verdict): Decision => ({ ...verdict, key: 'k', by: { kind: 'person', name: 'ada', surface: 'test' }, at: 1 });
const chosen = (...numbers: number[]) => signed({ kind: 'answers', answers: [{ kind: 'chosen', chosen: numbers }] });
const draft = (name: string) => draftOf(readPayload(recorded(name)) as never) as Draft;
const input = (name: string) => recorded(name).tool_input;
const decisionOf = (name: string, decision: Decision) => {
  const encoded = encode(draft(name), decision, input(name), 'PermissionRequest');
  return encoded.kind === 'reply' ? (encoded.body as { hookSpecificOutput: { decision: unknown } }).hookSpecificOutput.decision : encoded;
};

describe('recorded payloads', () => {
  it.each(recordedNames)('%s is read', (name) => {
    expect(readPayload(recorded(name))).toMatchObject({ hook_event_name: expect.any(String), session_id: expect.any(String) });
  });

  it('a permission becomes a question with its suggestions as choices', () => {
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

describe('decisions in the words of the hook', () => {
  const question = 'PermissionRequest-AskUserQuestion';
  const text = draft(question).questions[0]?.text as string;

  it('an answer keeps the questions and is keyed by the question', () => {
    expect(decisionOf(question, chosen(1))).toEqual({
      behavior: 'allow',
      updatedInput: { ...(input(question) as object), answers: { [text]: draft(question).questions[0]?.options[0]?.label } },
    });
  });

  it('a redirect is the bare message, a decline with words too, a decline without words interrupts', () => {
    expect(decisionOf(question, signed({ kind: 'redirect', message: 'wrong' }))).toEqual({ behavior: 'deny', message: 'wrong' });
    expect(decisionOf(question, signed({ kind: 'decline', message: 'later' }))).toEqual({
      behavior: 'deny',
      message: 'The user declined to answer: later',
    });
    expect(decisionOf(question, signed({ kind: 'decline' }))).toMatchObject({ behavior: 'deny', interrupt: true });
  });

  it('a permission: once, for longer, not at all, or something else instead', () => {
    const suggestions = recorded('PermissionRequest-Write').permission_suggestions as unknown[];
    expect(decisionOf('PermissionRequest-Write', chosen(1))).toEqual({ behavior: 'allow' });
    expect(decisionOf('PermissionRequest-Write', chosen(2))).toEqual({ behavior: 'allow', updatedPermissions: [suggestions[0]] });
    expect(decisionOf('PermissionRequest-Write', chosen(3))).toEqual({ behavior: 'allow', updatedPermissions: [suggestions[1]] });
    expect(decisionOf('PermissionRequest-Write', chosen(4))).toEqual({ behavior: 'deny', message: 'The user does not allow this.' });
    expect(
      decisionOf('PermissionRequest-Write', signed({ kind: 'answers', answers: [{ kind: 'words', words: 'in src, please' }] })),
    ).toEqual({ behavior: 'deny', message: 'in src, please' });
  });

  it('a plan is approved by an allow that echoes its input', () => {
    expect(decisionOf('PermissionRequest-ExitPlanMode', chosen(1))).toEqual({ behavior: 'allow', updatedInput: {} });
    expect(decisionOf('PermissionRequest-ExitPlanMode', chosen(2))).toMatchObject({ behavior: 'deny' });
  });

  it('PreToolUse says the same in its own way', () => {
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

  it('what Claude Code would take for no answer cannot be said', () => {
    const skipped = signed({ kind: 'answers', answers: [{ kind: 'skipped' }] });
    expect(encode(draft(question), skipped, input(question), 'PermissionRequest')).toMatchObject({ kind: 'impossible' });
    expect(encode(draft(question), chosen(1), { questions: 'gone' }, 'PermissionRequest')).toMatchObject({ kind: 'impossible' });
  });
});

describe('what was recorded', () => {
  const ending = (name: string) => {
    const payload = recorded(name);
    return endingFromResponse(
      draftOf(readPayload({ ...payload, hook_event_name: 'PreToolUse' }) as never) as never,
      payload.tool_response,
      undefined,
    );
  };

  it('is read from recorded responses', () => {
    expect(ending('PostToolUse-AskUserQuestion-multiselect')).toMatchObject({
      recorded: { answers: [{ chosen: ['Logging', 'Tracing'] }] },
    });
    expect(ending('PostToolUse-AskUserQuestion-afk-timeout')).toMatchObject({ kind: 'auto-continued' });
    expect(ending('PostToolUse-AskUserQuestion-single-empty')).toEqual({ kind: 'unanswered' });
  });

  it('a list of items is split as it was joined', () => {
    expect(splitItems('Logging, "own, thing"', ['Logging'])).toEqual(['Logging', 'own, thing']);
    expect(splitItems('"A, B", "say \\"hi\\"", plain', ['A, B', 'say "hi"', 'plain'])).toEqual(['A, B', 'say "hi"', 'plain']);
    expect(splitItems('A, B, C', ['A, B', 'C'])).toEqual(['A, B', 'C']);
    expect(splitItems('"unclosed, x', [])).toEqual(['"unclosed', 'x']);
  });

  it('texts the model was told are recognised', () => {
    const ask = draft('PermissionRequest-AskUserQuestion');
    const rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected";
    expect(endingFromText(ask, `${rejected}. STOP`, undefined)).toEqual({ kind: 'dismissed' });
    expect(endingFromText(ask, `${rejected}…the user said:\nThe user wants to clarify these questions.`, undefined)).toMatchObject({
      recorded: { kind: 'redirect' },
    });
    expect(endingFromText(ask, 'No response after 60s — the user may be away', undefined)).toEqual({
      kind: 'auto-continued',
      afterMs: 60_000,
    });
    expect(endingFromText(ask, 'wrong', signed({ kind: 'redirect', message: 'wrong' }))).toMatchObject({
      recorded: { kind: 'redirect', message: 'wrong' },
    });
    expect(
      endingFromText(ask, 'PreToolUse:AskUserQuestion hook error: wrong', signed({ kind: 'redirect', message: 'wrong' })),
    ).toMatchObject({ recorded: { message: 'wrong' } });
  });

  it('a transcript tells the end of the call it is asked about, and of no other', () => {
    const ask = draft('PermissionRequest-AskUserQuestion');
    const row = (id: string, content: string) =>
      JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content, is_error: true }] } });
    const rejected = "The user doesn't want to proceed with this tool use. STOP";
    const lines = ['{"torn', row('toolu_2', 'other'), row('toolu_1', rejected), ''];
    expect(endingInTranscript(lines, 'toolu_1', ask, undefined)).toEqual({ kind: 'dismissed' });
    expect(endingInTranscript(lines, 'toolu_3', ask, undefined)).toBeUndefined();
  });

  it('the way there and back: whatever valid answer is sent and recorded as sent is verified', () => {
    const distinct = (questions: readonly Question[]) => new Set(questions.map((q) => q.text)).size === questions.length;
    const anyInput: fc.Arbitrary<AnswerInput> = fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
      fc.record(
        { choose: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }), words: fc.string({ unit: 'grapheme', maxLength: 20 }) },
        { requiredKeys: [] },
      ),
    );
    let sent = 0;
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
          const back = endingFromResponse(ask, body.hookSpecificOutput.decision.updatedInput, decision);
          expect(back.kind).toBe('recorded');
          if (back.kind === 'recorded' && !ambiguous(labelled, answers.value)) {
            expect(differences(ask, decision, back.recorded)).toEqual([]);
            sent += 1;
          }
        },
      ),
      { numRuns: 2_000 },
    );
    expect(sent).toBeGreaterThan(300);
  });
});

/** Own words that are a label, or look like a list of them, cannot be told from choosing it. Claude Code itself does not tell them apart. */
function ambiguous(questions: readonly Question[], answers: readonly { kind: string; words?: string | undefined }[]): boolean {
  return answers.some((answer, i) => {
    const labels = questions[i]?.options.map((o) => o.label) ?? [];
    return answer.words !== undefined && splitItems(answer.words, labels).some((item) => labels.includes(item) || item !== answer.words);
  });
}
