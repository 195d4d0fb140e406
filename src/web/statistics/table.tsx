// A table of figures, in a region of its own that can be scrolled with the keyboard.
import type { ComponentChildren, JSX } from 'preact';

type Props = {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly ComponentChildren[] }[];
};

export function FiguresTable({ label, head, rows }: Props): JSX.Element {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
