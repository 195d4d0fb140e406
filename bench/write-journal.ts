// The process that writes the large journal: its memory would slow down every process that the benchmark starts later.
import { writeJournal } from './large-journal.ts';

const [path = '', events] = process.argv.slice(2);
process.stdout.write(JSON.stringify(writeJournal(path, Number(events))));
