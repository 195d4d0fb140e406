// Our plugin as `answerback setup opencode` installs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../home.ts';

/** The text of the file. It is written into a folder of the broker, and tests copy it where they need it. */
export async function installedPlugin(at: Home, over: { readonly protocol?: number } = {}): Promise<string> {
  const config = join(at.place.folder, 'config');
  const { code, err } = await at.run(['setup', 'opencode', '--json'], { env: { XDG_CONFIG_HOME: config } });
  if (code !== 0) throw new Error(`setup failed: ${err}`);
  const text = readFileSync(join(config, 'opencode/plugin/answerback.js'), 'utf8');
  return over.protocol === undefined ? text : text.replace(/\bPROTOCOL = \d+/, `PROTOCOL = ${over.protocol}`);
}
