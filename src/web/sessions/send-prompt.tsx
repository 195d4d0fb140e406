// A prompt for one session: queued, and given to the agent when it is idle.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useAttempt } from '../loaded.ts';
import type { Page } from '../page.ts';

type Props = { readonly page: Page; readonly session: string; readonly name: string; readonly onDone: () => void };

export function SendPrompt({ page, session, name, onDone }: Props): JSX.Element {
  const [text, setText] = useState('');
  const { isBusy, run } = useAttempt(page);
  // A second click, or a retry after a lost reply, is the same prompt.
  const key = useRef(crypto.randomUUID());
  const send = async (event: Event) => {
    event.preventDefault();
    const body = { text, key: key.current };
    const isDone = await run(
      () => page.call('POST /v1/sessions/:id/prompts', { params: { id: session }, body }),
      'The prompt is queued. The agent gets it when it is idle.',
    );
    if (isDone) onDone();
  };
  return (
    <form class="send-prompt" onSubmit={(event) => void send(event)}>
      <label>
        <span class="small-title">Prompt for {name}</span>
        <textarea
          rows={3}
          value={text}
          ref={(field) => {
            if (field && document.activeElement?.closest('.card') === field.closest('.card') && field.value === '') field.focus();
          }}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim() !== '') void send(event);
          }}
        />
      </label>
      <div class="buttons">
        <button type="submit" class="primary" disabled={isBusy || text.trim() === ''}>
          Send
        </button>
        <button type="button" class="quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
