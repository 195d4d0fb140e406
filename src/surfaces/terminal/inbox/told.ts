// One event of an ask in our own words.
import type { WireEvent } from '../../../protocol/contract.generated.ts';
import { consideredWords } from '../../cli/words.ts';
import type { Happened } from '../../views/inbox/state.ts';

export function told({ at, actor, happening }: WireEvent): Happened {
  return { at, actor, what: what(happening) };
}

function what(happening: WireEvent['happening']): string {
  switch (happening.kind) {
    case 'settled':
      return { answers: 'answered', redirect: 'redirected', decline: 'declined' }[happening.decision.kind];
    case 'delivering':
      return `delivering by ${happening.way}`;
    case 'delivered':
      return `delivered by ${happening.way}`;
    case 'delivery-failed':
      return `not delivered by ${happening.way}: ${happening.reason}`;
    case 'receipt':
      return `${happening.receipt.verdict} (${happening.receipt.evidence})`;
    case 'withdrawn':
      return `withdrawn: ${happening.reason}`;
    case 'considered':
      return consideredWords(happening);
    default:
      return happening.kind;
  }
}
