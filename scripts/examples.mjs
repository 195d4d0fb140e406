// npm run examples: how well the classifiers do on the labelled examples, as the table of the README, and what they get wrong.
import { buildSync } from 'esbuild';

const { outputFiles } = buildSync({
  stdin: {
    contents: `export * from './src/question/examples/measure.ts'; export * from './src/decide/rules/measure.ts';`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { categoryScores, heldScore, irreversibleScore, mistakes, scoreTable, EXAMPLES } = await import(
  `data:text/javascript;base64,${code}`
);

console.log(`${EXAMPLES.length} examples\n`);
console.log(scoreTable([...categoryScores(), irreversibleScore(), heldScore()]));
for (const mistake of mistakes()) console.log(`✗ ${mistake}`);
