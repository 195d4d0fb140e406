// The command that agents start: our tools over MCP.
import { command } from './command.ts';
import { examples, json, optionalText } from './parameters.ts';

export const mcp = command(async () => (await import('../commands/mcp.ts')).mcp, {
  parameters: {
    flags: {
      json,
      hold: optionalText('How long one call may wait before it returns "pending" (default: by client, 50s to 580s)', 'time'),
      timeout: optionalText('Questions expire after this, for example 2h (default: never)', 'time'),
      project: optionalText('The project that asks (default: the current folder)', 'folder'),
      elicit: {
        kind: 'boolean',
        brief: "Show questions in the agent's own dialog too (MCP elicitation); the first answer wins",
        default: false,
      },
      url: {
        kind: 'boolean',
        brief: "Print the address and header of the broker's own MCP server, for agents that use HTTP",
        default: false,
      },
      answers: {
        kind: 'boolean',
        brief: 'For an agent that answers: list_questions, answer_question, route_explain (needs a token of its own)',
        default: false,
      },
      as: optionalText('With --answers: the name that its decisions are signed with (default: mcp)', 'name'),
      keep: { kind: 'boolean', brief: 'Leave questions open when the agent closes the connection', default: false },
    },
  },
  docs: {
    brief: 'Serve ask_user_question to an agent over MCP (the agent starts this)',
    fullDescription: examples('An MCP server on standard input and output, with the tools ask_user_question and check_question.', [
      'answerback setup mcp codex',
      'answerback mcp --hold 280s --timeout 8h',
      'answerback mcp --url --project /srv/app',
      'answerback mcp --answers --url',
    ]),
  },
});
