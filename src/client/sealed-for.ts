// A verdict as it may be sent: secrets in it are sealed. Node's crypto is loaded only if there is one.
import { isSecret } from '../question/sealed.ts';
import type { Ask, Verdict } from '../question/words.generated.ts';

export const sealedFor = async (ask: Pick<Ask, 'questions'>, verdict: Verdict): Promise<Verdict> =>
  isSecret(ask) ? (await import('./seal.ts')).sealedVerdict(ask, verdict) : verdict;
