// What git and gh do that cannot be undone. A plain push, an amended commit and a merge at home can be; a rebase counts as rewriting.

import { always, type CommandRule, dry, has, operands } from './irreversible-arguments.ts';

const PROTECTED = /^(?:main|master|trunk|production|prod|release|live)$/;

const GIT: Readonly<Record<string, CommandRule>> = {
  push: (args) => {
    const refs = operands(args).slice(1);
    if (has(args, '--force', '-f', '--force-with-lease', '--force-if-includes', '--mirror'))
      return 'a forced git push rewrites the history others see';
    if (refs.some((ref) => ref.startsWith('+'))) return 'a git push with + rewrites the history others see';
    if (has(args, '--delete', '-d', '--prune') || refs.some((ref) => ref.startsWith(':')))
      return 'git push deletes a branch or tag for everyone';
    if (has(args, '--tags', '--follow-tags') || refs.some((ref) => /^(?:refs\/tags\/|v?\d+\.\d+)/.test(ref)))
      return 'pushing tags can start a release';
    const shared = refs.map((ref) => ref.split(':').at(-1)?.replace('refs/heads/', '') ?? '').find((ref) => PROTECTED.test(ref));
    return shared === undefined ? undefined : `git push publishes to ${shared}`;
  },
  reset: (args) => (has(args, '--hard', '--merge') ? 'git reset --hard throws uncommitted work away' : undefined),
  clean: (args) => (has(args, '-n') ? undefined : 'git clean deletes untracked files for good'),
  branch: (args) =>
    has(args, '-D') || (has(args, '-d', '--delete') && has(args, '-f', '--force'))
      ? 'git branch -D drops commits that may be nowhere else'
      : undefined,
  checkout: (args) => {
    const paths = operands(args).length > 1 && !has(args, '-b', '-B', '--orphan', '-t', '--track');
    return paths || args.includes('--') || args.includes('.') || has(args, '-f', '--force')
      ? 'git checkout of paths throws uncommitted work away'
      : undefined;
  },
  restore: (args) =>
    has(args, '--staged', '-S') && !has(args, '--worktree', '-W') ? undefined : 'git restore throws uncommitted work away',
  switch: (args) => (has(args, '-f', '--force', '--discard-changes') ? 'git switch --force throws uncommitted work away' : undefined),
  stash: (args) => (args[0] === 'drop' || args[0] === 'clear' ? `git stash ${args[0]} throws stashed work away` : undefined),
  rebase: (args) =>
    has(args, '--abort', '--continue', '--skip', '--quit', '--show-current-patch') ? undefined : 'git rebase rewrites history',
  rm: (args) => (has(args, '-f', '--force') && !has(args, '--cached') ? 'git rm --force deletes uncommitted work' : undefined),
  tag: (args) => (has(args, '-d', '--delete', '-f', '--force') ? 'git tag deletes or moves a tag' : undefined),
  worktree: (args) =>
    args[0] === 'remove' && has(args, '-f', '--force') ? 'git worktree remove --force throws uncommitted work away' : undefined,
  reflog: (args) => (args[0] === 'expire' || args[0] === 'delete' ? 'git reflog expire removes the way back' : undefined),
  gc: (args) => (args.some((arg) => /^--prune=(?:now|all)/.test(arg)) ? 'git gc --prune removes the way back' : undefined),
  'update-ref': (args) => (has(args, '-d') ? 'git update-ref -d drops a reference' : undefined),
  'filter-branch': always('git filter-branch rewrites history'),
  'filter-repo': always('git filter-repo rewrites history'),
  prune: always('git prune removes the way back'),
  'send-email': always('git send-email sends mail'),
};

export const git: CommandRule = (args) => {
  let at = 0;
  while (args[at]?.startsWith('-')) at += /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path)$/.test(args[at] ?? '') ? 2 : 1;
  const rest = args.slice(at + 1);
  const rule = Object.hasOwn(GIT, args[at] ?? '') ? GIT[args[at] ?? ''] : undefined;
  return dry(rest) ? undefined : rule?.(rest);
};

export const gh: CommandRule = (args) => {
  const [noun = '', verb = ''] = operands(args);
  if (noun === 'api') {
    const method = args
      .join(' ')
      .match(/(?:-X ?|--method[ =])(\w+)/)?.[1]
      ?.toUpperCase();
    const sends = has(args, '--field', '--raw-field', '--input', '-f', '-F') && !args.includes('graphql');
    return (method ?? (sends ? 'POST' : 'GET')) === 'GET' ? undefined : 'gh api changes something on GitHub';
  }
  const acts: Readonly<Record<string, RegExp>> = {
    pr: /^merge$/,
    release: /^(?:create|delete|delete-asset|edit|upload)$/,
    repo: /^(?:delete|archive|rename|edit|create|sync)$/,
    gist: /^(?:create|delete|edit)$/,
    workflow: /^(?:run|disable)$/,
    issue: /^(?:delete|transfer)$/,
  };
  if (Object.hasOwn(acts, noun) && acts[noun]?.test(verb)) return `gh ${noun} ${verb} is seen by others at once`;
  return noun !== 'cache' && /^(?:delete|remove|set|revoke)$/.test(verb) ? `gh ${noun.slice(0, 20)} ${verb} cannot be undone` : undefined;
};
