// Our plugin as one file, the way set-up writes it: bundled, with the place of the broker's socket at its top.
import { build } from 'esbuild';

export async function pluginFor(socket: string, over: { readonly protocol?: number } = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['src/channels/opencode/plugin/index.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
  });
  const text = `const ANSWERBACK_SOCKET = ${JSON.stringify(socket)};\n${outputFiles[0]?.text ?? ''}`;
  return over.protocol === undefined ? text : text.replace(/\bPROTOCOL = \d+/, `PROTOCOL = ${over.protocol}`);
}
