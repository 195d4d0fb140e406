// `answerback list` alone (dist/list.cjs): it prints sooner without the screens.
import { program } from '../surfaces/cli/app/application.ts';
import { list } from '../surfaces/cli/app/list.ts';
import { main } from '../surfaces/cli/main.ts';

void main(process, program({ part: { list } }), () => import('./commands.ts'));
