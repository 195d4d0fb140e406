// The figures that matter most, as numbers.
import type { JSX } from 'preact';
import type { Statistics } from '../../ask/schema/statistics.ts';
import { lengthWords } from '../history/times.ts';

export function Figures({ statistics }: { readonly statistics: Statistics }): JSX.Element {
  const { asks, medianWaitMs, waitedForPeopleMs, answerers } = statistics;
  const total = (all: typeof answerers, what: 'decided' | 'overruled') => all.reduce((sum, each) => sum + each[what], 0);
  const others = answerers.filter(({ kind }) => kind !== 'person');
  const decided = total(answerers, 'decided');
  const byOthers = total(others, 'decided');
  const figures: readonly (readonly [string, string, string])[] = [
    ['Asks', asks.toLocaleString(), `${decided.toLocaleString()} decided`],
    ['Time to answer', medianWaitMs === null ? '–' : lengthWords(medianWaitMs), 'half of them were quicker'],
    ['Agents waited for people', lengthWords(waitedForPeopleMs), 'all together'],
    [
      'Decided by rules and agents',
      decided === 0 ? '–' : `${Math.round((100 * byOthers) / decided)} %`,
      `${total(others, 'overruled')} overruled`,
    ],
  ];
  return (
    <dl class="figures">
      {figures.map(([title, value, more]) => (
        <div key={title} class="figure">
          <dt>{title}</dt>
          <dd>
            <span class="figure-value">{value}</span>
            <span class="dim">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
