// The field for a text to find in a list.
import type { JSX } from 'preact';
import { ICONS, Icon } from './icons.tsx';

type Props = { readonly label: string; readonly value: string; readonly onChange: (text: string) => void; readonly field?: string };

/** `field`: its name for the key that goes to it. */
export const FindField = ({ label, value, onChange, field }: Props): JSX.Element => (
  <div class="find">
    <Icon path={ICONS.search} />
    <input
      type="search"
      data-field={field}
      aria-label={label}
      placeholder="Find"
      value={value}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </div>
);
