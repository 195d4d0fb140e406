// A view whose code is loaded when it is opened.
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { View, ViewProps } from './routes.ts';

export function Lazy({ view, ...props }: ViewProps & { readonly view: View }): JSX.Element {
  const [Loaded, setLoaded] = useState<ComponentType<ViewProps>>();
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    view.load().then(
      (component) => setLoaded(() => component),
      () => setProblem(true),
    );
  }, [view]);
  if (problem)
    return (
      <p class="empty">
        This view could not be loaded.{' '}
        <button type="button" class="link" onClick={() => location.reload()}>
          Reload the page
        </button>
      </p>
    );
  return Loaded ? <Loaded {...props} /> : <p class="empty">Loading…</p>;
}
