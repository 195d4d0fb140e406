// The answerers in a table, with a bar under each figure that is worth comparing.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { AnswererFigures } from '../../ask/schema/statistics.ts';
import { oneLine } from '../../dialog/foreign-text.ts';
import { FiguresTable } from './table.tsx';

/** `most`: the value with a full bar; without it there are no bars. */
type Column = {
  readonly name: string;
  readonly value: (figures: AnswererFigures) => number;
  readonly words?: (value: number) => string;
  readonly most?: number;
  readonly colour?: string;
};

type Props = { readonly title: string; readonly answerers: readonly AnswererFigures[]; readonly columns: readonly Column[] };

export function AnswererTable({ title, answerers, columns }: Props): JSX.Element {
  const id = useId();
  const cells = (figures: AnswererFigures) =>
    columns.map(({ value, words = String, most, colour = '--plot-1' }) => (
      <>
        {words(value(figures))}
        {most === undefined || value(figures) === 0 ? null : (
          <div class="figure-bar" style={{ width: `${(100 * value(figures)) / most}%`, background: `var(${colour})` }} />
        )}
      </>
    ));
  return (
    <section class="box plot" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="numbers answerers">
        <FiguresTable
          label={title}
          head={['Answerer', ...columns.map(({ name }) => name)]}
          rows={answerers.map((figures) => ({ name: `${figures.kind} ${oneLine(figures.name)}`, cells: cells(figures) }))}
        />
      </div>
    </section>
  );
}
