// Which hook events are used with which version.
import { describe, expect, it } from 'vitest';
import { eventsOf, isTooOld, untested, versionIn } from './versions.ts';

describe('versionIn', () => {
  it.each([
    ['2.1.325 (Claude Code)\n', '2.1.325'],
    ['v2.1.100', '2.1.100'],
    ['2.2.0-beta.1 (Claude Code)', '2.2.0'],
    ['command not found', undefined],
    ['', undefined],
  ])('reads %j as %s', (printed, version) => {
    expect(versionIn(printed)).toBe(version);
  });
});

describe('eventsOf', () => {
  const newer = (version: string | undefined) =>
    eventsOf(version).filter((name) => name === 'PostToolBatch' || name === 'PostToolUseFailure');

  it.each([
    ['2.1.325', ['PostToolUseFailure', 'PostToolBatch']],
    ['3.0.0', ['PostToolUseFailure', 'PostToolBatch']],
    ['2.1.160', ['PostToolUseFailure', 'PostToolBatch']],
    ['2.1.159', ['PostToolUseFailure']],
    ['2.1.100', ['PostToolUseFailure']],
    ['2.1.99', []],
    [undefined, []],
  ])('of the newer events, %s gets %j', (version, names) => {
    expect(newer(version)).toEqual(names);
  });

  it('always includes all other events', () => {
    expect(eventsOf(undefined)).toEqual([
      'PreToolUse',
      'PermissionRequest',
      'PostToolUse',
      'Stop',
      'Notification',
      'SubagentStart',
      'SubagentStop',
      'UserPromptSubmit',
      'SessionStart',
      'SessionEnd',
    ]);
  });
});

it('treats a version without http hooks as too old', () => {
  expect([isTooOld('2.1.62'), isTooOld('1.9.999'), isTooOld('2.1.63'), isTooOld('2.10.0')]).toEqual([true, true, false, false]);
});

it('says which versions were not tested', () => {
  expect([untested('2.1.149'), untested('2.1.329'), untested('3.0.0')]).toEqual([
    'older than 2.1.150, the oldest version that Answerback is tested with',
    'newer than 2.1.328, the newest version that Answerback is tested with',
    'newer than 2.1.328, the newest version that Answerback is tested with',
  ]);
  expect(['2.1.150', '2.1.200', '2.1.328'].map(untested)).toEqual([undefined, undefined, undefined]);
});
