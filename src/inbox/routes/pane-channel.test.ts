import { describe, expect, it } from 'vitest';
import { paneChannel } from './pane-channel.ts';

const one = new Map([['claude-code', 'reads Claude Code']]);
const two = new Map([...one, ['codex', 'reads Codex']]);

describe('the channel of a pane', () => {
  it('is that of the named program', () => {
    expect(paneChannel(two, 'codex')).toEqual({ kind: 'found', channel: 'reads Codex' });
  });

  it('is the only one that can read a screen, if no program is named', () => {
    expect(paneChannel(one, undefined)).toEqual({ kind: 'found', channel: 'reads Claude Code' });
  });

  it('is never that of another program: the programs that can be watched are listed', () => {
    const fix = 'Agents that can be watched in a pane: "claude-code".';
    expect(paneChannel(one, 'opencode')).toEqual({ kind: 'none', message: 'the screen of "opencode" cannot be read', fix });
  });

  it('has to be named if there are several', () => {
    const fix = 'Agents that can be watched in a pane: "claude-code", "codex".';
    expect(paneChannel(two, undefined)).toEqual({
      kind: 'none',
      message: 'the program is missing, and several kinds of agents can be watched',
      fix,
    });
  });

  it('does not exist if no agent can be watched', () => {
    expect(paneChannel(new Map(), undefined)).toMatchObject({ kind: 'none', fix: 'No agent can be watched in a pane.' });
  });
});
