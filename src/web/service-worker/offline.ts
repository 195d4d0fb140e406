// The page that is shown while the broker cannot be reached: it tries again, less and less often, and when the network or the person is back.
import { backoff } from '../../system/backoff.ts';

const state = document.getElementById('state') as HTMLElement;
let failures = 0;
let timer: number | undefined;

async function attempt(): Promise<void> {
  clearTimeout(timer);
  state.textContent = 'Trying…';
  try {
    // Any reply will do: it comes from the broker, which then also has its page.
    await fetch('/v1/health', { cache: 'no-store' });
    location.reload();
  } catch {
    failures += 1;
    const pause = backoff(failures, { firstMs: 1_000, longestMs: 30_000 });
    state.textContent = `Not yet. Trying again in ${Math.round(pause / 1_000)} s.`;
    timer = window.setTimeout(() => void attempt(), pause);
  }
}

function now(): void {
  failures = 0;
  void attempt();
}

document.getElementById('again')?.addEventListener('click', now);
window.addEventListener('online', now);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && now());
void attempt();
