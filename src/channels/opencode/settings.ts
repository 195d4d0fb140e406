// The section `opencode` of the configuration.
import { z } from 'zod';

/** A password is never written here: it is read from a file or from the environment of the broker. */
const server = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  /** The folder to listen to; the one it was started in when absent. */
  directory: z.string().min(1).optional(),
  /** `opencode` when absent, as in opencode itself. */
  username: z.string().min(1).optional(),
  'password-file': z.string().min(1).optional(),
  'password-env': z.string().min(1).optional(),
});

export const settings = {
  /** opencode servers to connect to, beside those that our plugin runs in. */
  servers: z.array(server).max(100).default([]),
};

export type ServerSettings = z.output<typeof server>;
export type OpencodeSettings = z.output<z.ZodObject<typeof settings>>;
