// The page starts here: one store, painted whenever it changes.
import { render } from 'preact';
import { App } from './app.tsx';
import { preloadAsk } from './inbox/inbox.tsx';
import { listenToKeys } from './keyboard.ts';
import { Page } from './page.ts';
import { VIEWS } from './views.ts';

const root = document.getElementById('app') as HTMLElement;
const page: Page = new Page(VIEWS, (state) => render(<App page={page} state={state} />, root));
listenToKeys(page);
void page.start();
requestAnimationFrame(() =>
  setTimeout(() => {
    preloadAsk();
    void import('./connection/service-worker.ts').then(({ listenToWorker }) => listenToWorker());
  }),
);
