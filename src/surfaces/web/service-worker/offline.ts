// The page that is shown while the broker cannot be reached: it tries again, less and less often, and when the network or the person is back.
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

const state = document.getElementById('state') as HTMLElement;
let pause = FIRST_PAUSE_MS;
let timer: number | undefined;

async function attempt(): Promise<void> {
  clearTimeout(timer);
  state.textContent = 'Trying…';
  try {
    // Any reply will do: it comes from the broker, which then also has its page.
    await fetch('/v1/health', { cache: 'no-store' });
    location.reload();
  } catch {
    state.textContent = `Not yet. Trying again in ${Math.round(pause / 1_000)} s.`;
    timer = window.setTimeout(() => void attempt(), pause);
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  }
}

function now(): void {
  pause = FIRST_PAUSE_MS;
  void attempt();
}

document.getElementById('again')?.addEventListener('click', now);
window.addEventListener('online', now);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && now());
void attempt();
