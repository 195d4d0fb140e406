// The `opencode` section of the configuration.
import { z } from 'zod';

/** Contains no password: that is read from a file or from the broker's environment. */
const server = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  /** The folder to listen to; by default the one it was started in. */
  directory: z.string().min(1).optional(),
  /** Default: `opencode`, as in opencode itself. */
  username: z.string().min(1).optional(),
  'password-file': z.string().min(1).optional(),
  'password-env': z.string().min(1).optional(),
});

export const settings = {
  /** opencode servers to connect to, in addition to those with our plugin. */
  servers: z.array(server).max(100).default([]),
};

export type ServerSettings = z.output<typeof server>;
export type OpencodeSettings = z.output<z.ZodObject<typeof settings>>;
