import { playInstructions } from './play.ts';

/** Prints what was not right, and the counts: `node test/core/rules/corpus/instructions/show.ts`. */
const played = await playInstructions();
const lines = played
  .filter(({ result }) => result !== 'right')
  .map(
    ({ result, on, instructions, did }) =>
      `${result.toUpperCase()} [${on}] ${instructions}\n    ${did.join('\n    ')}`,
  );
const counts = Object.entries(Object.groupBy(played, ({ result }) => result)).map(
  ([result, all]) => `${result}: ${all?.length ?? 0}`,
);
process.stdout.write(`${lines.join('\n')}\n\n${played.length} instructions; ${counts.join(', ')}\n`);
