// The keys of the page, on top of everything.
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { DIALOG_KEYS, INBOX_KEYS, type KeyHelp } from './keys.ts';
import type { Page, PageState } from './page.ts';

export function Help({ page, state }: { readonly page: Page; readonly state: PageState }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => page.set({ help: false });
  const inDialog = state.inbox.opened?.dialog !== undefined;
  const tables = [
    ['While you answer', DIALOG_KEYS],
    ['In the inbox', INBOX_KEYS],
  ] as const;
  return (
    <dialog ref={dialog} class="sheet help" aria-labelledby="help-title" onClose={close} onCancel={close}>
      <div class="sheet-head">
        <h2 id="help-title">Keys</h2>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
      {(inDialog ? tables : tables.toReversed()).map(([title, keys]) => (
        <section key={title}>
          <h3>{title}</h3>
          <KeyTable keys={keys} />
        </section>
      ))}
      <p class="dim">They are the keys of the terminal inbox. Tab and Shift-Tab reach everything else.</p>
    </dialog>
  );
}

const KeyTable = ({ keys }: { readonly keys: readonly KeyHelp[] }): JSX.Element => (
  <dl class="key-table">
    {keys.map(({ keys: names, says }) => (
      <div key={says}>
        <dt>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
        </dt>
        <dd>{says}</dd>
      </div>
    ))}
  </dl>
);
