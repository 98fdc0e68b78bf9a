/**
 * The tables of docs/scale.md, by multiplication from support/scale-inputs.ts; the text above them stays.
 *
 *   node bench/scale.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { assumed, measured, valuesOf } from './support/scale-inputs.ts';

const { temporalMs, workerMs, apiMs, redisMs, ...m } = valuesOf(measured);
const a = valuesOf(assumed);

const daily = [1e6, 1e7, 1e8] as const;
const workspaces = [1_000, 10_000, 100_000] as const;
const day = 86_400;
const month = 30;
const GB = 1e9;

const number = (value: number): string =>
  Number(value.toPrecision(value < 1_000 ? 2 : 3)).toLocaleString('en', { maximumFractionDigits: 4 });
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(heads), row(heads.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
const millions = (perDay: number) => `${number(perDay / 1e6)} M`;
const perDayTable = (head: string, rows: Readonly<Record<string, (perDay: number) => number>>) =>
  table(
    [head, ...daily.map(millions)],
    Object.entries(rows).map(([name, of]) => [name, ...daily.map((perDay) => number(of(perDay)))]),
  );

const starts = (perDay: number) => perDay * (1 - a.skipped + a.skipped * m.skippedStarts);
const atPeak = (perDay: number) => (perDay / day) * a.peak;
const coresOf = (msEach: number, share: number) => (perDay: number) =>
  (atPeak(perDay) * share * msEach) / 1_000 / a.busy;
const run = 1 - a.skipped;
const cores = {
  'cores, Temporal': coresOf(temporalMs, run),
  'cores, workers': coresOf(workerMs, run),
  'cores, APIs': coresOf(apiMs, run),
  'cores, Redis': coresOf(redisMs, run),
  'cores, all parts, for what is skipped': coresOf(m.skippedMs, a.skipped),
};
const allCores = (perDay: number) => Object.values(cores).reduce((sum, of) => sum + of(perDay), 0);
const hotGB = (perDay: number) => (perDay * a.hotDays * m.hotBytes) / GB;
const stubGB = (perDay: number) => (perDay * a.stubDays * m.stubBytes) / GB;
const blobGB = (perDay: number) => (perDay * a.stubDays * m.blobBytes) / GB;
const historyGB = (perDay: number) => (starts(perDay) * a.historyDays * m.historyBytes) / GB;

const use = perDayTable('Deliveries a day', {
  'a second, on average': (perDay) => perDay / day,
  'a second, at the peak': atPeak,
  'starts of workflows a second, at the peak': (perDay) => atPeak(starts(perDay)),
  'state transitions a second, at the peak': (perDay) => atPeak(starts(perDay)) * m.transitions,
  ...cores,
  'Redis commands a second, at the peak': (perDay) => atPeak(perDay) * m.commands,
  'MB a second of its append-only file, at the peak': (perDay) => (atPeak(perDay) * m.logBytes) / 1e6,
  'GB of memory while hot': hotGB,
  'GB of memory for records of archived ones': stubGB,
  'GB in the database of Temporal': historyGB,
  'PUTs a second, on average': (perDay) => perDay / day,
  'GB in the bucket, after the whole time': blobGB,
});
const price = {
  cores: (perDay: number) => allCores(perDay) * a.coreMonth,
  'Redis, hot': (perDay: number) => hotGB(perDay) * a.copies * a.memoryMonth,
  'Redis, archived': (perDay: number) => stubGB(perDay) * a.copies * a.memoryMonth,
  'those records in PostgreSQL, on disk, as many copies': (perDay: number) =>
    stubGB(perDay) * a.copies * a.diskMonth,
  'disk of Temporal': (perDay: number) => historyGB(perDay) * a.diskMonth,
  'Temporal Cloud, in its place': (perDay: number) =>
    (starts(perDay) * month * a.actions * a.actionsMillion) / 1e6,
  'PUT and GET, one object each': (perDay: number) =>
    (perDay * month * (a.putThousand + a.getThousand)) / 1_000,
  'the same in objects of 1,000': (perDay: number) =>
    (perDay * month * (a.putThousand + a.getThousand)) / 1e6,
  'GB in the bucket': (perDay: number) => blobGB(perDay) * a.bucketMonth,
};

const money = perDayTable('$ a month', price);

const capacity = table(
  [
    'Workspaces',
    'most a day by 60 a minute each, with that peak',
    ...daily.map((perDay) => `a minute each at the peak, ${millions(perDay)}`),
  ],
  workspaces.map((count) => [
    number(count),
    millions((count * 60 * 1_440) / a.peak),
    ...daily.map((perDay) => number((perDay / count / 1_440) * a.peak)),
  ]),
);

const ofCore = (msEach: number) => ((a.busy * 1_000) / msEach / a.peak) * day;
const ofRuns = (perSecond: number) => ((perSecond / a.peak) * day) / starts(1);
const memoryGB = 64;
const stops: readonly (readonly [string, number, string])[] = [
  ['Temporal inside of `npm start`', ofRuns(m.embeddedPerSecond), 'Temporal on PostgreSQL'],
  ['Temporal on PostgreSQL, two cores', ofRuns(m.postgresPerSecond), 'more cores for both, up to 32'],
  [
    'Temporal on PostgreSQL, 32 cores',
    ofRuns(m.postgresPerSecond) * 16,
    'Temporal on Cassandra, or Temporal Cloud',
  ],
  [`Redis, ${memoryGB} GB, while hot`, memoryGB / hotGB(1), 'a cluster: Redis or Valkey; bodies to S3'],
  [
    `Redis, ${memoryGB} GB, archived`,
    memoryGB / stubGB(1),
    'records of archived ones in PostgreSQL, by month',
  ],
  ['Redis, the core of one primary', ofCore(redisMs), 'a cluster: each primary adds as much'],
  [
    'one worker that archives',
    m.archivedPerSecond * day,
    'more of them: ranges of workspaces go to those that are free',
  ],
  ['one API', ofCore(apiMs), 'more of them: each adds as much'],
  ['one worker', ofCore(workerMs) / run, 'more of them: each adds as much'],
];
const first = table(
  ['Part', 'Stops at, deliveries a day', 'Next'],
  stops.toSorted((one, other) => one[1] - other[1]).map(([part, at, next]) => [part, millions(at), next]),
);

const inputs = table(
  ['For one delivery', 'Figure', 'Measured by'],
  Object.values(measured).map(([value, unit, how]) => [unit, value.toLocaleString('en'), how]),
);
const assumptions = table(
  ['Assumed', 'Figure', 'Source'],
  Object.values(assumed).map(([value, unit, source = '']) => [
    unit,
    value.toLocaleString('en', { maximumFractionDigits: 4 }),
    source,
  ]),
);

const sections = { 'Measured inputs': inputs, Assumptions: assumptions, 'The part that stops first': first };
const more = { 'Workspaces and their limits': capacity, 'Use by part': use, 'Money by part': money };
const file = path.resolve(import.meta.dirname, '../docs/scale.md');
const [text = ''] = (await readFile(file, 'utf8')).split('\n## ');
const tables = Object.entries({ ...sections, ...more }).map(([title, body]) => `## ${title}\n\n${body}\n`);
await writeFile(file, [`${text.trimEnd()}\n`, ...tables].join('\n'));
