// `answerback inbox` alone (dist/inbox.cjs): its screen opens sooner without the other commands.
import { program } from '../surfaces/cli/app/application.ts';
import { inbox } from '../surfaces/cli/app/inbox.ts';
import { main } from '../surfaces/cli/main.ts';

void main(process, program({ part: { inbox } }), () => import('./commands.ts'));
