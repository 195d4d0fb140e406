import { expect, it } from 'vitest';
import { parentOf } from './stdio.ts';

it('the servers that one process starts name it alike, and another process is named otherwise', () => {
  const [one, two] = [parentOf({ ppid: process.pid, pid: 2 }), parentOf({ ppid: process.pid, pid: 3 })];
  expect(one).toEqual(two);
  expect(one.pid).toBe(process.pid);
  expect(parentOf({ ppid: process.ppid, pid: 2 }).key).not.toBe(one.key);
});

it('a process in another PID namespace has no pid here, so each of its servers has a session of its own', () => {
  const [one, two] = [parentOf({ ppid: 0, pid: process.pid }), parentOf({ ppid: 0, pid: process.ppid })];
  expect([one.pid, two.pid]).toEqual([undefined, undefined]);
  expect(one.key).not.toBe(two.key);
});
