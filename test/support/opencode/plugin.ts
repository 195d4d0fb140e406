// Our plugin as `answerback setup opencode` installs it.
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from '../home.ts';
import { pluginPackages } from './install.ts';

/** The text of the file. It is written into a folder of the broker, and tests copy it where they need it. */
export async function installedPlugin(at: Home, over: { readonly protocol?: number } = {}): Promise<string> {
  const config = join(at.place.folder, 'config');
  const { code, err } = await at.run(['setup', 'opencode', '--json'], { env: { XDG_CONFIG_HOME: config } });
  if (code !== 0) throw new Error(`setup failed: ${err}`);
  const text = readFileSync(join(config, 'opencode/plugin/answerback.js'), 'utf8');
  return over.protocol === undefined ? text : text.replace(/\bPROTOCOL = \d+/, `PROTOCOL = ${over.protocol}`);
}

/** As `answerback setup opencode --project` does it, and opencode itself at its first start there: it installs its package beside the plugin. */
export async function installInProject(at: Home, project: string): Promise<void> {
  const { code, err } = await at.run(['setup', 'opencode', '--project', '--json'], { cwd: project });
  if (code !== 0) throw new Error(`setup failed: ${err}`);
  cpSync(await pluginPackages(), join(project, '.opencode'), { recursive: true });
}
