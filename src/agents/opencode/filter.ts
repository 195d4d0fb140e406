// Which events of opencode Answerback needs. Shared with the plugin, so it has no dependencies.

/** Of tool calls, only those that asked for something. */
export function createFilter(): (event: unknown) => boolean {
  const asked = new Recent(1_000);
  const prompts = new Recent(200);

  return (event) => {
    const { type, properties } = (event ?? {}) as Loose;
    const about: Loose = properties ?? {};
    switch (type) {
      case 'question.asked':
      case 'permission.asked':
        asked.add(about.tool?.callID);
        return true;
      case 'question.replied':
      case 'question.rejected':
      case 'permission.replied':
      case 'session.status':
      case 'session.idle':
      case 'session.deleted':
        return true;
      case 'message.updated':
        if (about.info?.role === 'user') prompts.add(about.info.id);
        return false;
      case 'message.part.updated':
        return isFinished(about.part) ? asked.has(about.part.callID) : isPrompt(about.part);
      default:
        return false;
    }
  };

  function isPrompt(part: Loose | undefined): boolean {
    return part?.type === 'text' && part.synthetic !== true && prompts.has(part.messageID);
  }
}

function isFinished(part: Loose | undefined): boolean {
  return part?.type === 'tool' && (part.state?.status === 'completed' || part.state?.status === 'error');
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of another program, read without a schema
type Loose = any;

/** The last values up to a limit; the oldest are dropped first. */
export class Recent {
  readonly #most: number;
  readonly #values = new Set<unknown>();

  constructor(most: number) {
    this.#most = most;
  }

  add(value: unknown): void {
    this.#values.delete(value);
    this.#values.add(value);
    if (this.#values.size > this.#most) this.#values.delete(this.#values.values().next().value);
  }

  has(value: unknown): boolean {
    return this.#values.has(value);
  }
}
