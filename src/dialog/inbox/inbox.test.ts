// For any events and keys, the state of the inbox is valid, and the selection is never moved away from what it is on.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyKey, anyUpdate, NAMED, open, over, session, undelivered } from '../../../test/support/inbox-samples.ts';
import { anAsk } from '../../../test/support/samples.ts';
import { apply, isPending } from '../../ask/lifecycle.ts';
import type { Key, NamedKey } from '../key.ts';
import { press } from './press.ts';
import { arrived, receive, type Update } from './receive.ts';
import { EMPTY, type Inbox, listed, listedAsks, listedSessions, overAt, TABS } from './state.ts';

type Step = { readonly update: Update } | { readonly key: Key };
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    anyUpdate.map((each) => ({ update: each })),
    anyKey.map((each) => ({ key: each })),
  ),
  { maxLength: 40 },
);
const step = (inbox: Inbox, each: Step): Inbox =>
  'update' in each ? receive(inbox, each.update) : press(inbox, each.key, { scroll: 5 }).inbox;

function expectLegal(inbox: Inbox): void {
  const ids = [...inbox.asks, ...inbox.history].map(({ id }) => id);
  expect(new Set(ids).size, 'each ask once').toBe(ids.length);
  expect(inbox.asks.every(isPending)).toBe(true);
  expect(inbox.history.some(isPending)).toBe(false);
  expect(inbox.asks.map(({ createdAt }) => createdAt)).toEqual(inbox.asks.map(({ createdAt }) => createdAt).sort((a, b) => b - a));
  expect(inbox.history.map(overAt)).toEqual(inbox.history.map(overAt).sort((a, b) => b - a));
  for (const tab of TABS) {
    const shown = listed(inbox, tab);
    expect(shown.length === 0 ? inbox.selected[tab] === undefined : shown.includes(inbox.selected[tab] ?? ''), `selection in ${tab}`).toBe(
      true,
    );
  }
  if (inbox.opened) expect(inbox.opened.dialog !== undefined, 'a dialog for pending asks only').toBe(isPending(inbox.opened.view));
  for (const [id] of inbox.drafts)
    expect(
      inbox.history.some((view) => view.id === id),
      'no drafts of what is over',
    ).toBe(false);
}

describe('for any sequence of events and keys', () => {
  test('the state is valid after every step', () => {
    fc.assert(
      fc.property(steps, (all) => {
        all.reduce((inbox, each) => {
          const next = step(inbox, each);
          expectLegal(next);
          return next;
        }, EMPTY);
      }),
      { numRuns: 500 },
    );
  });

  test('events never move a selection off its item while that is listed', () => {
    fc.assert(
      fc.property(steps, anyUpdate, (all, last) => {
        const before = all.reduce(step, EMPTY);
        const after = receive(before, last);
        for (const tab of TABS) {
          const id = before.selected[tab];
          if (!before.visited[tab]) expect(after.selected[tab]).toBe(listed(after, tab)[0]);
          else if (id !== undefined && listed(after, tab).includes(id)) expect(after.selected[tab]).toBe(id);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('an opened ask stays open, and so does what was typed', () => {
    fc.assert(
      fc.property(steps, anyUpdate, (all, last) => {
        const before = all.reduce(step, EMPTY);
        const after = receive(before, last);
        if (!before.opened || last.kind === 'decided') return;
        expect(after.opened?.view.id).toBe(before.opened.view.id);
        if (after.opened?.dialog && last.kind !== 'refused') expect(after.opened.dialog).toBe(before.opened.dialog);
      }),
    );
  });

  test('events of one ask may arrive in any order, and the newest view stays', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([open(1), over(1, 2), over(1, 5)], { minLength: 3 }), (views) => {
        const inbox = views.reduce((each, view) => receive(each, { kind: 'ask', view }), EMPTY);
        expect([inbox.asks, inbox.history.map(({ version }) => version)]).toEqual([[], [3]]);
      }),
    );
  });
});

const filled = receive(receive(EMPTY, { kind: 'live' }), {
  kind: 'asks',
  asks: [1, 2, 3, 4, 5].map((n) => ({ ...open(n), createdAt: n })),
});
const type = (inbox: Inbox, ...keys: readonly (string | NamedKey)[]): Inbox =>
  keys.reduce(
    (each, name) => press(each, NAMED.includes(name as NamedKey) ? { kind: name as NamedKey } : { kind: 'char', text: name }).inbox,
    inbox,
  );

describe('the list', () => {
  test('shows the newest ask first', () => {
    expect(listed(filled)).toEqual(['ask-5', 'ask-4', 'ask-3', 'ask-2', 'ask-1']);
  });

  test('selects the ask below when the selected one is answered', () => {
    const at3 = type(filled, 'home', 'down', 'down');
    expect(at3.selected.asks).toBe('ask-3');
    expect(receive(at3, { kind: 'ask', view: over(3, 2) }).selected.asks).toBe('ask-2');
  });

  test('shows an answered ask again when its answer did not arrive, and says why', () => {
    const answered = receive(filled, { kind: 'ask', view: over(3, 2) });
    expect(answered.history.map(({ id }) => id)).toEqual(['ask-3']);
    const back = receive(answered, { kind: 'ask', view: { ...undelivered(3), createdAt: 3 } });
    expect(listed(back)).toEqual(['ask-5', 'ask-4', 'ask-3', 'ask-2', 'ask-1']);
    expect(back.history).toEqual([]);
    expect(back.notice).toEqual({ tone: 'bad', text: expect.stringMatching(/^Not delivered: .*: the pane is in copy mode$/) });
    expect(type(back, 'home', 'down', 'down', 'enter').opened?.dialog).toBeDefined();
  });

  test('can be filtered by typed text, project and kind, and unfiltered', () => {
    expect(listed(type(filled, '/', 'question 4'))).toEqual(['ask-4']);
    expect(listed(type(filled, 'p'))).toEqual(['ask-5', 'ask-3', 'ask-1']);
    expect(listed(type(filled, 'p', 'p', 't', 't'))).toEqual([]);
    expect(listed(type(filled, 'p', 't', 't', 'c'))).toHaveLength(5);
    expect(listed(type(filled, '/', 'nothing', 'escape'))).toHaveLength(5);
  });

  test('finds all words in any order, in the project and the options too', () => {
    expect(listed(type(filled, '/', 'POSTGRES web'))).toEqual(['ask-5', 'ask-1']);
  });

  test('rings for new asks and for nothing else', () => {
    const after = receive(filled, { kind: 'ask', view: open(8) });
    expect(arrived(filled, after).map(({ id }) => id)).toEqual(['ask-8']);
    expect(arrived(after, receive(after, { kind: 'ask', view: over(8, 2) }))).toEqual([]);
    expect(arrived(EMPTY, receive(EMPTY, { kind: 'asks', asks: [open(1)] }))).toEqual([]);
  });
});

describe('an opened ask', () => {
  const opened = type(filled, 'enter');

  test('is answered in its dialog', () => {
    const { inbox, effects } = press(opened, { kind: 'enter' });
    expect(effects).toEqual([{ kind: 'decide', ask: 'ask-5', verdict: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [1] }] } }]);
    expect(inbox.opened?.dialog?.mode).toBe('sending');
    const decided = receive(inbox, { kind: 'decided', view: over(5, 2) });
    expect(decided.opened).toBeUndefined();
    expect(decided.notice).toMatchObject({ tone: 'good', text: 'Question 5? → Declined.' });
  });

  test('is left by Esc without deciding anything, and what was entered is still there later', () => {
    const left = type(opened, '2', 'escape');
    expect([left.opened, left.drafts.size]).toEqual([undefined, 1]);
    expect(type(left, 'enter').opened?.dialog?.drafts[0]?.chosen).toEqual([2]);
  });

  test('is declined by d, after a confirmation', () => {
    const asked = type(opened, 'd');
    expect(asked.opened?.dialog?.mode).toBe('decline');
    expect(press(asked, { kind: 'enter' }).effects).toMatchObject([{ kind: 'decide', verdict: { kind: 'decline' } }]);
  });

  test('says so when the answer was refused, and can be answered again', () => {
    const refused = receive(press(opened, { kind: 'enter' }).inbox, { kind: 'refused', ask: 'ask-5', message: 'the broker said no' });
    expect(refused.opened?.dialog).toMatchObject({ mode: 'list', complaint: 'the broker said no' });
  });

  test('has no dialog once somebody else has answered, but can still be read', () => {
    const answered = receive(opened, { kind: 'ask', view: over(5, 2) });
    expect(answered.opened).toMatchObject({ dialog: undefined, view: { state: 'declined' } });
    expect(type(answered, 'escape').opened).toBeUndefined();
  });

  test('does not react to the keys of the list: they are text in a text field', () => {
    const typing = type(opened, 'G', 'enter', 'quit /p');
    expect(typing.opened?.dialog?.drafts[0]?.words.text).toBe('quit /p');
    expect(typing.filter).toEqual(filled.filter);
  });
});

test('keys that arrive in one piece are pressed one by one, and text after the key that opens a field is text', () => {
  expect(type(filled, 'jj').selected.asks).toBe('ask-3');
  expect(type(filled, 'j/ask-1').filter.text).toBe('ask-1');
});

test('sessions that are asking come first, then running ones; ended ones are shown on demand', () => {
  const inbox = [session(0, 1), session(7, 9), session(8, 5)].reduce(
    (each, one) => receive(each, { kind: 'session', session: one }),
    filled,
  );
  const ended = receive(inbox, { kind: 'session', session: { ...session(8, 5), endedAt: 6 } });
  expect(listedSessions(ended).map(({ id }) => id)).toEqual(['s0', 's7']);
  expect(listedSessions(type(ended, 'tab', 'tab', 'e')).map(({ id }) => id)).toEqual(['s0', 's7', 's8']);
  expect(type(ended, 'tab', 'tab', 'right').opened?.view.session).toBe('s0');
  expect(press(type(ended, 'tab', 'tab'), { kind: 'enter' }).effects).toEqual([{ kind: 'go', session: 's0' }]);
});

describe('several asks at once', () => {
  const same = (n: number, project: string) =>
    apply(undefined, { kind: 'asked', ask: anAsk({ id: `same-${n}`, toolUseId: `t${n}`, project, createdAt: n }) }, n);
  const inbox = receive(EMPTY, { kind: 'asks', asks: [same(1, '/srv/shop'), same(2, '/srv/web'), same(3, '/srv/shop'), open(0)] });
  const ids = (pressed: ReturnType<typeof press>) => pressed.effects.map((effect) => effect.kind === 'decide' && effect.ask);

  test('Space marks and moves on, and Enter answers all that are marked, after a summary', () => {
    const summary = type(inbox, 'end', ' ', 'up', ' ', 'enter', '2', 'enter');
    expect(summary.summary).toMatchObject({ verdict: { kind: 'answers', answers: [{ kind: 'chosen', chosen: [2] }] } });
    const sent = press(summary, { kind: 'char', text: 'y' });
    expect(ids(sent).sort()).toEqual(['same-1', 'same-2']);
    expect([sent.inbox.opened, sent.inbox.summary, sent.inbox.marked.size]).toEqual([undefined, undefined, 0]);
  });

  test.each<Key>([{ kind: 'enter' }, { kind: 'escape' }, { kind: 'char', text: 'n' }])('the summary is not sent by %o', (key) => {
    const { inbox: after, effects } = press(type(inbox, ' ', 'd'), key);
    expect([effects, after.summary, after.marked.size]).toEqual([[], undefined, 1]);
  });

  test('d declines what is marked, also different questions, and else the selected ask', () => {
    expect(ids(press(type(inbox, ' ', 'end', ' ', 'd'), { kind: 'char', text: 'y' }))).toHaveLength(2);
    expect(ids(press(type(inbox, 'end', 'd'), { kind: 'char', text: 'y' }))).toEqual([listed(inbox).at(-1)]);
  });

  test('different questions are not answered together', () => {
    const tried = type(inbox, ' ', ' ', ' ', ' ', 'enter');
    expect([tried.opened, tried.notice?.text]).toEqual([undefined, expect.stringContaining('do not all ask the same question')]);
  });

  test('c clears marks, filter and order; a mark ends with its ask', () => {
    expect(type(inbox, ' ', ' ', 's', 'p', 'c')).toMatchObject({ order: 'newest', filter: { text: '' }, marked: new Set() });
    const marked = type(inbox, 'home', ' ');
    const [id] = marked.marked;
    expect(receive(marked, { kind: 'asks', asks: marked.asks.filter((view) => view.id !== id) }).marked.size).toBe(0);
  });

  test('s sorts: oldest first, by project, by session, and newest first again', () => {
    const newest = listed(inbox);
    expect(listed(type(inbox, 's'))).toEqual(newest.toReversed());
    const grouped = listedAsks(type(inbox, 's', 's')).map(({ project }) => project);
    expect(grouped).toEqual([...grouped].sort());
    expect(listed(type(inbox, 's', 's', 's', 's'))).toEqual(newest);
  });
});

test('a digit opens the selected ask with that option chosen, and sends nothing', () => {
  const pressed = press(filled, { kind: 'char', text: '2' });
  expect(pressed.effects.map(({ kind }) => kind)).toEqual(['look']);
  expect(pressed.inbox.opened?.dialog?.drafts[0]?.chosen).toEqual([2]);
});

test('the mouse selects, opens, scrolls and changes tabs, and never sends anything', () => {
  const [first, second] = listed(filled);
  const painted = {
    scroll: 0,
    items: [undefined, undefined, first, first, second, second],
    tabs: [{ tab: 'history', from: 10, to: 20 } as const],
  };
  const mouse = (inbox: Inbox, what: 'click' | 'wheel-up' | 'wheel-down', x: number, y: number) =>
    press(inbox, { kind: 'mouse', what, x, y }, painted).inbox;
  const clicked = mouse(filled, 'click', 5, 5);
  expect([clicked.selected.asks, clicked.opened]).toEqual([second, undefined]);
  expect(mouse(clicked, 'click', 5, 4).opened?.view.id).toBe(second);
  expect(mouse(filled, 'wheel-down', 0, 0).selected.asks).toBe(second);
  expect(mouse(filled, 'click', 12, 0).tab).toBe('history');
  const summary = type(filled, 'd');
  expect(mouse(summary, 'click', 0, 3)).toBe(summary);
});

test('w goes to the pane of the agent that asks', () => {
  expect(press(filled, { kind: 'char', text: 'w' }).effects).toEqual([{ kind: 'go', session: filled.asks[0]?.session }]);
});

test('older history is fetched when the selection gets near its end', () => {
  const inbox = receive({ ...filled, tab: 'history' }, { kind: 'history', asks: [over(6, 2)], older: true });
  expect(press(inbox, { kind: 'down' }).effects).toEqual([{ kind: 'older' }]);
});

test('a lost broker is lost since the first failure, and everything stays visible', () => {
  const lost = receive(receive(filled, { kind: 'lost', at: 7 }), { kind: 'lost', at: 9, reason: 'no broker' });
  expect(lost.contact).toEqual({ kind: 'stale', at: 7, reason: 'no broker' });
  expect(listed(lost)).toHaveLength(5);
});

test('a mismatched delivery check is reported once', () => {
  const open3 = open(3);
  const decision = { kind: 'decline', key: 'k', by: { kind: 'person', name: 'ada', surface: 'cli' }, at: 5 } as const;
  const settled = apply(open3, { kind: 'settled', decision }, 5);
  const differences = [{ what: 'another outcome', intended: 'decline', recorded: 'answers' }];
  const receipt = { verdict: 'mismatched', evidence: 'test', at: 6, differences } as const;
  const mismatched = apply(settled, { kind: 'receipt', receipt }, 6);
  const before = receive(receive(EMPTY, { kind: 'asks', asks: [open3] }), { kind: 'ask', view: settled });
  const after = receive(before, { kind: 'ask', view: mismatched });
  expect(before.notice).toBeUndefined();
  expect(after.notice).toMatchObject({ tone: 'bad', text: expect.stringContaining('intended decline, recorded answers') });
});
