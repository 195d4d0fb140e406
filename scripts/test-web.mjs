// npm run test:web: tests of the web page in a real browser. Needs Chromium.
import { existsSync } from 'node:fs';
import { build, install, tests } from './steps.mjs';

const places = [process.env.ANSWERBACK_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
if (!places.some((place) => place && existsSync(place))) {
  console.error(
    '✗ Chromium is missing. Install it first: apt-get install chromium. If it is elsewhere, set ANSWERBACK_CHROMIUM to its path.',
  );
  process.exit(1);
}
install();
build();
tests('The web page', ['--project', 'web', ...process.argv.slice(2)]);
