/**
 * The data that years leave: 1,000,000 deliveries that were accepted, ended and were archived, beside 1,000. The use of each in Redis
 * and of the blob store, pages and searches of the console, a sweep that finds nothing due, and the intake.
 *
 *   node bench/years.ts
 */
import { randomBytes } from 'node:crypto';

import { comparePages } from './support/compare-pages.ts';
import { bytes, ms, perSecond, report } from './support/figures.ts';
import { median } from './support/load.ts';
import { unlessQuick } from './support/quick.ts';
import { startServers } from './support/servers.ts';
import { startYears, type Years } from './support/years-service.ts';

const few = 1_000;
const many = unlessQuick(1_000_000, 20_000);
const rounds = unlessQuick(7, 3);
const sweepsPerRound = unlessQuick(20, 5);
const pageRounds = { rounds: unlessQuick(7, 1), perRound: 60, warmUpCalls: 20 };
const stubBytesMax = 1_024;
const beside = `${many.toLocaleString('en')} beside ${few.toLocaleString('en')}`;

/** The requested pages, for a workspace with `count` deliveries. */
const questions: Readonly<Record<string, (count: number) => string>> = {
  'the activity': () => '/console/activity',
  'search by event id': (count) => `/console/activity?q=evt-${Math.floor(count / 2)}`,
  'search by reference': (count) => `/console/activity?q=order-${Math.floor(count / 2)}`,
};
/** A text is looked for in the newest 1,000 deliveries at a time. */
const textQuestion = { 'search by a text of answers': () => '/console/activity?q=in+the+ledger' };

/** The size of one of many deliveries, before it is archived and after. */
function reportSizes({ sizes }: Years): void {
  const { fresh, archived, stub, blob } = sizes;
  report({
    name: 'a delivery in Redis, not archived yet',
    ours: bytes(fresh),
    yardstick: null,
    ratio: null,
    goal: null,
  });
  report({
    name: 'the record that stays of an archived delivery, beside 1 kB',
    ours: bytes(stub),
    yardstick: bytes(stubBytesMax),
    ratio: stub / stubBytesMax,
    goal: { atMost: 1 },
  });
  report({
    name: 'the same with its entries in lists and indexes',
    ours: bytes(archived),
    yardstick: null,
    ratio: null,
    goal: null,
  });
  report({
    name: 'an archived delivery in the blob store',
    ours: bytes(blob),
    yardstick: null,
    ratio: null,
    goal: null,
  });
}

type Sides = Readonly<Record<'small' | 'large', Years>>;

/** Both in turns, in rounds, so that whatever else the machine does falls on both. */
async function inRounds(
  sides: Sides,
  measure: (side: Years) => Promise<number>,
): Promise<readonly { readonly small: number; readonly large: number }[]> {
  await measure(sides.small);
  await measure(sides.large);
  const measured: { small: number; large: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Neither is always the first.
    const large = round % 2 === 0 ? await measure(sides.large) : null;
    const small = await measure(sides.small);
    measured.push({ small, large: large ?? (await measure(sides.large)) });
  }
  return measured;
}

async function compareSweeps(sides: Sides): Promise<void> {
  const results = await inRounds(sides, async ({ sweep }) => {
    const startedAt = performance.now();
    for (let n = 0; n < sweepsPerRound; n += 1) await sweep();
    return (performance.now() - startedAt) / sweepsPerRound;
  });
  report({
    name: `a sweep with nothing due, ${beside}`,
    ours: ms(median(results.map(({ large }) => large))),
    yardstick: ms(median(results.map(({ small }) => small))),
    ratio: median(results.map(({ small, large }) => large / small)),
    goal: { atMost: 1.2 },
  });
}

async function compareIntake(sides: Sides): Promise<void> {
  const results = await inRounds(sides, ({ deliverMany }) => deliverMany());
  report({
    name: `intake, 16 at once, ${beside}`,
    ours: perSecond(median(results.map(({ large }) => large))),
    yardstick: perSecond(median(results.map(({ small }) => small))),
    ratio: median(results.map(({ small, large }) => large / small)),
    goal: { atLeast: 0.95 },
  });
}

const servers = await startServers();
process.env['TEMPORAL_ADDRESS'] = servers.temporalAddress;
const key = randomBytes(32);
const open: Years[] = [];
try {
  const start = async (count: number) => {
    const years = await startYears({ count, key, temporalAddress: servers.temporalAddress });
    open.push(years);
    return years;
  };
  const sides = { small: await start(few), large: await start(many) };
  reportSizes(sides.large);
  const readers = { small: sides.small.reader, large: sides.large.reader };
  await comparePages(questions, {
    readers,
    counts: { small: few, large: many },
    goal: { atMost: 1.2 },
    ...pageRounds,
  });
  await comparePages(textQuestion, {
    readers,
    counts: { small: few, large: many },
    goal: null,
    ...pageRounds,
  });
  await compareSweeps(sides);
  await compareIntake(sides);
} finally {
  for (const years of open) await years.stop();
  await servers.stop();
}
