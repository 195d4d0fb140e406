// What a service manager needs to keep the broker's port open: its files, and the commands that load and unload them.

export type Managed = {
  /** How the broker is run: the program and its arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly port: number;
};

export type Service = {
  readonly manager: string;
  /** What it does, in a sentence. */
  readonly does: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
  readonly load: readonly (readonly string[])[];
  /** Before the files are removed. */
  readonly unload: readonly (readonly string[])[];
  /** After the files were removed. */
  readonly forget: readonly (readonly string[])[];
  /** Succeeds if it is loaded. */
  readonly probe: readonly string[];
};
