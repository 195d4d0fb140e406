// The lines that change, as a diff.
import { diffLines } from 'diff';
import type { JSX } from 'preact';
import { printableLines } from '../../text/printable.ts';
import type { FileChange } from '../ask/changes.ts';

const WORDS = { '+': 'added', '-': 'removed', ' ': '' } as const;

export function Diff({ change }: { readonly change: FileChange }): JSX.Element {
  return (
    <div class="diff" tabIndex={0} role="region" aria-label={`Changes in ${change.file}`}>
      {change.edits.map(({ before, after }, i) => (
        <table key={i}>
          <tbody>
            {linesOf(before, after).map(({ sign, text }, n) => (
              <tr key={n} data-sign={sign}>
                <td class="sign">
                  <span aria-hidden="true">{sign}</span>
                  <span class="hidden">{WORDS[sign]}</span>
                </td>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

type DiffLine = { readonly sign: keyof typeof WORDS; readonly text: string };

function linesOf(before: string, after: string): readonly DiffLine[] {
  return diffLines(before, after).flatMap(({ added, removed, value }): DiffLine[] =>
    printableLines(value.replace(/\n$/, '')).map((text) => ({ sign: added ? '+' : removed ? '-' : ' ', text })),
  );
}
