// All commands, in the groups of the help. Their parameters are in app/, their code is in commands/.
import { type Program, program } from './app/application.ts';
import { ask, wait, withdraw } from './app/asks.ts';
import { brief, chat, pause, reply, roster, route, unpause } from './app/auto-answer.ts';
import { broker, doctor, status } from './app/broker.ts';
import { config } from './app/config.ts';
import { answer, decline, overrule, redirect, retry } from './app/decisions.ts';
import { inbox } from './app/inbox.ts';
import { backup, exported, report, stats } from './app/keeping.ts';
import { list } from './app/list.ts';
import { mcp } from './app/mcp.ts';
import { mute, notifyCommands, unmute } from './app/notify.ts';
import { examples } from './app/parameters.ts';
import { count, log, watch } from './app/reading.ts';
import { service } from './app/service.ts';
import { go, interrupt, send, sessions, watchPane } from './app/sessions.ts';
import { completion, demo, help, setup } from './app/setup.ts';
import { show } from './app/show.ts';
import { tmux } from './app/tmux.ts';
import { web } from './app/web.ts';
import { MAN } from './main.ts';

const docs = {
  brief: 'One inbox for every question your coding agents ask.',
  fullDescription: examples('The broker starts by itself; your data is in one folder (answerback status).', [
    'answerback demo                          see it work',
    'answerback setup                         what can be connected',
    'answerback list                          open asks',
    'answerback answer k3f9 2                 answer it',
    'answerback ask "Ship it?" -o Yes -o No   ask from a script',
  ]),
};

const everything = (notify: ReturnType<typeof notifyCommands>) =>
  program(
    {
      'start here': { demo, setup, doctor, help },
      answer: { inbox, web, list, show, answer, redirect, decline, retry, overrule },
      ask: { ask, wait, withdraw, mcp },
      automate: { route, brief, config, pause, unpause, send, interrupt, reply, roster, chat, notify, mute, unmute },
      inspect: { status, count, log, stats, report, export: exported, sessions, go, watch },
      maintain: { broker, backup, service, 'watch-pane': watchPane, tmux, completion },
    },
    docs,
  );

/** What can be added with `notify` comes with schemas, which are loaded only if these words are about it, or for the man page. */
export async function programFor(words: readonly string[]): Promise<Program> {
  if (!words.includes('notify') && words[0] !== MAN) return everything(notifyCommands([], []));
  const [{ NOTIFIERS }, { MESSENGERS }] = await Promise.all([
    import('../notify/notifiers/list.ts'),
    import('../messengers/services/list.ts'),
  ]);
  return everything(notifyCommands(NOTIFIERS, MESSENGERS));
}
