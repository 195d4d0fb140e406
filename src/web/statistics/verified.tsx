// What became of the decisions: the share that the agents recorded as it was meant.
import type { JSX } from 'preact';
import type { AnswererFigures } from '../../ask/schema/statistics.ts';

const PARTS = [
  ['verified', 'Verified', 'good'],
  ['unconfirmed', 'Unconfirmed', 'warn'],
  ['mismatched', 'Recorded differently', 'bad'],
  ['undelivered', 'Not delivered', 'bad-strong'],
] as const;

export function Verified({ answerers }: { readonly answerers: readonly AnswererFigures[] }): JSX.Element {
  const counts = PARTS.map(([name, words, tone]) => ({ words, tone, count: answerers.reduce((sum, each) => sum + each[name], 0) }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const share = (count: number) => (total === 0 ? '–' : `${((100 * count) / total).toFixed(count === total || count === 0 ? 0 : 1)} %`);
  return (
    <section class="box plot" aria-labelledby="verified">
      <h2 id="verified">Delivered as decided</h2>
      <p class="figure-value">{share(counts[0]?.count ?? 0)}</p>
      <div class="share" aria-hidden="true">
        {counts.map(({ words, tone, count }) =>
          count > 0 ? (
            <span key={words} class={`share-${tone}`} ref={(part) => part?.style.setProperty('flex-grow', String(count))} />
          ) : null,
        )}
      </div>
      <ul class="legend">
        {counts.map(({ words, tone, count }) => (
          <li key={words}>
            <span class={`swatch share-${tone}`} aria-hidden="true" /> {words} <span class="dim">{count.toLocaleString()}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
