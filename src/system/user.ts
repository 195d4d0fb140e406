// The name of the person at this computer, for what they decide.
import { userInfo } from 'node:os';

/** In a container, the user may have a number and no name. */
export function userName(env: NodeJS.ProcessEnv = process.env): string {
  try {
    return env.USER || userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}
