// Our plugin in OpenClaw: questions of coding agents appear in the conversation of its agent, and the answers are taken from the agent's ordinary replies.
//
// It must never delay or break OpenClaw: without a broker it does nothing, and every error is swallowed.
import { randomBytes } from 'node:crypto';
import { answeringParameters } from '../../../ask/answering-parameters.ts';
import { VERSION } from '../../../client/version.ts';
import { asObject } from '../../../text/json.ts';
import { type Agent, createAgent, type Settings } from './agent.ts';
import type { Api, Turn } from './api.ts';
import { brokerIn } from './broker.ts';
import { createMarks } from './marks.ts';

const OUTCOME_WITHIN_MS = 20_000;
/** Conversations that the broker has with the agent itself, those of helpers, and those with several people: a stranger there must learn and steer nothing. */
const NOT_ITS_OWN = /^agent:[^:]+:(?:answerback|subagent|acp|cron|hook):|:(?:group|channel|guild|room|thread|topic):/;

/** OpenClaw loads a plugin several times in one process: one copy has the transforms, another the hooks of a turn. All of them share this. */
type Shared = {
  readonly agents: Map<string, Agent>;
  readonly following: Map<string, AbortController>;
  readonly marks: ReturnType<typeof createMarks>;
};
const KEY = Symbol.for(`answerback ${VERSION}`);
const everywhere = globalThis as { [KEY]?: Shared };
everywhere[KEY] ??= shared();
const { agents, following, marks } = everywhere[KEY];

function shared(): Shared {
  const all = new Map<string, Agent>();
  const newId = () => randomBytes(4).readUInt32LE().toString(36).padStart(6, '0').slice(-6);
  return { agents: all, following: new Map(), marks: createMarks(() => [...all.values()].flatMap((agent) => agent.known()), newId) };
}

// biome-ignore lint/style/noDefaultExport: this is what OpenClaw loads
export default {
  id: 'answerback',
  name: 'Answerback',
  description: 'Answers the questions of coding agents in the conversation of your agent.',
  register(api: Api): void {
    configure(api.pluginConfig);
    api.on('gateway_start', () => {
      for (const [id, agent] of agents) {
        following.get(id)?.abort();
        const stop = new AbortController();
        following.set(id, stop);
        agent.follow(api, stop.signal).catch((error) => api.logger.warn(`answerback: ${String(error)}`));
      }
    });
    api.on('gateway_stop', () => {
      for (const stop of following.values()) stop.abort();
    });
    api.on('before_prompt_build', async (_, turn) => {
      const preface = await ofTurn(turn)?.preface(turn);
      return preface ? { prependContext: preface } : undefined;
    });
    api.on('before_message_write', ({ message }, turn) => {
      if (message?.role === 'assistant') ofTurn(turn)?.take(textOf(message.content), turn.sessionKey ?? '');
    });
    api.on(
      'before_agent_finalize',
      async (_, turn) => {
        const reason = await ofTurn(turn)?.refused(turn, OUTCOME_WITHIN_MS);
        return reason === undefined ? undefined : { action: 'revise', reason };
      },
      { timeoutMs: OUTCOME_WITHIN_MS + 5_000 },
    );
    api.on('agent_end', (_, turn) => ofTurn(turn)?.ended(turn));
    api.on('reply_payload_sending', ({ payload }) =>
      typeof payload?.text === 'string' ? { payload: { ...payload, text: marks.shown(payload.text) } } : undefined,
    );
    api.on('message_sending', ({ content }) => (typeof content === 'string' ? { content: marks.shown(content) } : undefined));
    api.registerTextTransforms({
      input: [{ from: { [Symbol.replace]: (text) => marks.undo(text) }, to: '' }],
      output: [{ from: { [Symbol.replace]: (text) => marks.put(text) }, to: '' }],
    });
    api.registerTool((turn) => tool(turn), { name: TOOL });
  },
};

const TOOL = 'answer_question';
const PARAMETERS = answeringParameters('The id of the ask, without #.');

function tool(turn: Turn) {
  return {
    name: TOOL,
    label: 'Answer a question',
    description:
      'Answers a question of a coding agent in the place of your user, instead of an <answer> tag. Only for asks that wait for you: the roster before each message names them.',
    parameters: PARAMETERS,
    async execute(call: string, { id, ...answer }: Record<string, unknown>) {
      const agent = ofTurn(turn);
      const text = agent ? await agent.answer(String(id), answer, `tool:${call}`) : 'You are not an answerer of Answerback.';
      return { content: [{ type: 'text' as const, text }], details: {} };
    },
  };
}

function ofTurn({ agentId = '', sessionKey = '' }: Turn): Agent | undefined {
  return NOT_ITS_OWN.test(sessionKey) ? undefined : agents.get(agentId);
}

/** `folder` is the broker's; `agents` says under which name each agent of OpenClaw answers. */
function configure(config: unknown): void {
  const { folder, agents: named } = asObject(config) ?? {};
  if (typeof folder !== 'string') return;
  for (const [id, given] of Object.entries(asObject(named) ?? {})) {
    const settings = asObject(given) as Settings | undefined;
    if (!settings?.as || agents.get(id)?.name === settings.as) continue;
    agents.set(id, createAgent(id, settings, brokerIn(folder, settings.as), marks));
  }
}

/** The text of a message: a string, or parts of which some are text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('\n') : '';
}
