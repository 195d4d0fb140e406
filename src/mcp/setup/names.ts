// The clients that `answerback setup mcp` knows. Every command loads this for help and completion, so it imports nothing.
export const CLIENT_NAMES = ['claude-code', 'codex', 'gemini', 'opencode', 'openclaw', 'cursor', 'vscode'] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];
