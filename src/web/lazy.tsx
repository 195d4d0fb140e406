// A part of the page whose code is loaded when it is first shown, or before.
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export type Load<Props> = () => Promise<ComponentType<Props>>;

type LazyProps<Props> = { readonly load: Load<Props>; readonly props: Props };

const loaded = new Map<Load<never>, ComponentType<never>>();

/** Nothing is shown in between if the code is there already. */
export function Lazy<Props extends object>({ load, props }: LazyProps<Props>): JSX.Element {
  const [, again] = useState(0);
  const [problem, setProblem] = useState(false);
  const Loaded = loaded.get(load as Load<never>) as ComponentType<Props> | undefined;
  useEffect(() => {
    if (!Loaded)
      preload(load).then(
        () => again((n) => n + 1),
        () => setProblem(true),
      );
  }, [load]);
  if (Loaded) return <Loaded {...props} />;
  if (!problem) return <p class="empty">Loading…</p>;
  return (
    <p class="empty">
      This could not be loaded.{' '}
      <button type="button" class="link" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  );
}

export async function preload<Props>(load: Load<Props>): Promise<void> {
  loaded.set(load as Load<never>, (await load()) as ComponentType<never>);
}
