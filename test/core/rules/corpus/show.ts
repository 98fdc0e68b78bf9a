import { playCorpus, tableOf } from './play.ts';

/** `node test/core/rules/corpus/show.ts [wrong|unknown|unread]`: the table, and the filters with that result. */
const wanted = process.argv[2];
const played = playCorpus();
const lines = played
  .filter(({ result }) => result === wanted)
  .map(({ sender, filter, verdicts }) =>
    [`${sender}: ${filter}`, ...verdicts.map((each) => `    ${each}`)].join('\n'),
  );
process.stdout.write([...lines, tableOf(played), ''].join('\n'));
