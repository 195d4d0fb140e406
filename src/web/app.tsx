// The frame of the page: header, navigation, what is wrong, the view, and the last notice.
import type { JSX } from 'preact';
import { isPending } from '../ask/lifecycle.ts';
import { manyLines } from '../dialog/foreign-text.ts';
import { ago, pauseWords } from '../dialog/words/words.ts';
import { ICONS, Icon } from './icons.tsx';
import { InboxView } from './inbox/inbox.tsx';
import { Lazy } from './lazy.tsx';
import type { Page, PageState } from './page.ts';
import { addressOf, INBOX } from './routes.ts';

type Props = { readonly page: Page; readonly state: PageState };

const loadLogin = () => import('./login.tsx').then(({ Login }) => Login);
const loadHelp = () => import('./help.tsx').then(({ Help }) => Help);

export function App({ page, state }: Props): JSX.Element {
  const { access, route, inbox } = state;
  document.title = titleOf(state);
  if (access === 'out') return <Lazy load={loadLogin} props={{ page, problem: state.loginProblem }} />;
  const view = page.views.find(({ name }) => name === route.name);
  return (
    <div class="app" data-asking={inbox.opened?.dialog ? '' : undefined}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <header class="top">
        <a class="brand" href={addressOf(INBOX)}>
          <Icon path={ICONS.brand} /> <span>Answerback</span>
        </a>
        <Navigation {...{ page, state }} />
        <Contact {...{ page, state }} />
        <button
          type="button"
          class="icon-button keys-button"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => page.set({ help: true })}
        >
          ?
        </button>
      </header>
      <Banners {...{ page, state }} />
      <main id="main" tabIndex={-1}>
        {view ? (
          <Lazy key={view.name} load={view.load} props={{ page, state, rest: route.rest }} />
        ) : (
          <InboxView page={page} state={state} />
        )}
      </main>
      <Notice state={state} />
      {state.help ? <Lazy load={loadHelp} props={{ page, state }} /> : null}
    </div>
  );
}

function Navigation({ page, state: { route, inbox } }: Props): JSX.Element | null {
  const open = inbox.asks.length;
  const isHere = (name: string) => (route.name === name || (name === 'inbox' && route.name === 'ask') ? 'page' : undefined);
  return (
    <nav class="nav" aria-label="Views">
      <a href={addressOf(INBOX)} aria-current={isHere('inbox')}>
        <Icon path={ICONS.inbox} />
        <span>Inbox</span>
        {open > 0 ? (
          <span class="count">
            {open}
            <span class="hidden"> waiting</span>
          </span>
        ) : null}
      </a>
      {page.views.map(({ name, title, icon }) => (
        <a key={name} href={addressOf({ name, rest: [] })} aria-current={isHere(name)}>
          <Icon path={icon} />
          <span>{title}</span>
        </a>
      ))}
    </nav>
  );
}

/** Whether what is shown is current. */
function Contact({ state: { inbox } }: Props): JSX.Element {
  const { kind } = inbox.contact;
  const words = { first: 'Connecting', live: 'Live', stale: 'Not connected' }[kind];
  return (
    <span class="contact" data-contact={kind} title={words}>
      <span class="dot" aria-hidden="true" />
      <span class="contact-words">{words}</span>
    </span>
  );
}

function Banners({ state }: Props): JSX.Element {
  const { inbox, now, outdated } = state;
  const { contact, pauses, problems } = inbox;
  return (
    <div class="banners" role="status">
      {contact.kind === 'stale' ? (
        <p class="banner bad">
          <strong>Not connected.</strong> What you see is from {ago(now - contact.at)}. Trying to reconnect…
        </p>
      ) : null}
      {outdated ? (
        <p class="banner plain">
          Answerback was updated.{' '}
          <button type="button" class="link" onClick={() => location.reload()}>
            Reload this page
          </button>
        </p>
      ) : null}
      {pauses.length > 0 ? <p class="banner warn">Auto-answer is {pauseWords(pauses, now)}.</p> : null}
      {problems.map((problem) => (
        <p key={problem} class="banner bad">
          {manyLines(problem)}
        </p>
      ))}
    </div>
  );
}

/** What just happened, until the next action. Screen readers read it out. */
function Notice({ state: { inbox } }: { readonly state: PageState }): JSX.Element {
  const { notice } = inbox;
  return (
    <div class="notice-place" role="status" aria-live="polite">
      {notice ? (
        <p class={`notice ${notice.tone}`} dir="auto">
          {manyLines(notice.text)}
        </p>
      ) : null}
    </div>
  );
}

function titleOf({ inbox, access }: PageState): string {
  const open = inbox.asks.filter(isPending).length;
  return access !== 'out' && open > 0 ? `(${open}) Answerback` : 'Answerback';
}
