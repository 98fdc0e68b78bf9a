/** For one delivery: the figure, its unit and the measurement. The page `benchmarks.md` has most of them. */
export const measured = {
  temporalMs: [21.5, 'ms of processor, Temporal', '`npm run bench -- delivery`'],
  workerMs: [21.5, 'ms of processor, worker', '`npm run bench -- delivery`'],
  apiMs: [3.56, 'ms of processor, API', '`npm run bench -- delivery`'],
  redisMs: [2.19, 'ms of processor, Redis', '`npm run bench -- delivery`'],
  skippedMs: [3.69, 'ms of processor for a skipped one, all parts', '`npm run bench -- n8n`'],
  skippedStarts: [0, 'starts of a workflow for a skipped one', 'the Web UI of Temporal'],
  commands: [81.9, 'Redis commands, those inside of scripts counted', '`node bench/redis.ts`'],
  hotBytes: [4_340, 'bytes in Redis while hot, mean of 48 hours, JSON of 2 kB', '`node bench/redis.ts`'],
  logBytes: [12_200, 'bytes in the append-only file', '`INFO persistence` before and after'],
  stubBytes: [1_572, 'bytes in Redis once archived', '`npm run bench -- years`'],
  blobBytes: [906, 'bytes in the bucket, body of 1 kB', '`npm run bench -- years`'],
  transitions: [5, 'state transitions of a workflow', 'the events of a run in the Web UI'],
  historyBytes: [13_400, 'bytes in the database of Temporal', 'its SQLite file before and after'],
  archivedPerSecond: [295, 'archived per second by one worker', '`npm run bench -- archive`'],
  embeddedPerSecond: [38.1, 'runs per second, embedded Temporal, two cores', '`npm run bench -- run`'],
  postgresPerSecond: [
    57,
    'runs per second, Temporal on PostgreSQL, the same cores',
    'by hand, one activity each',
  ],
} as const satisfies Record<string, readonly [number, string, string]>;

/** The reader's own. Prices are list prices in dollars of us-east-1, without discounts; the third member is the page that has them. */
export const assumed = {
  peak: [3, 'times the mean in the busiest second'],
  skipped: [0.5, 'share of deliveries that a filter skips'],
  busy: [0.6, 'share of a core that is used at that peak'],
  hotDays: [2, 'days until a delivery is archived'],
  stubDays: [400, 'days until its record is removed'],
  historyDays: [3, 'days until Temporal removes a closed workflow'],
  copies: [2, 'copies of Redis: a primary and a replica'],
  coreMonth: [
    29.8,
    '$ for a core and month: m7g.large has two for $0.0816 an hour',
    '[EC2 on demand](https://www.factualminds.com/blog/amazon-ec2-on-demand-pricing-instance-families-2026/), June 2026',
  ],
  memoryMonth: [10, '$ for a GB of Redis and month, each copy', 'not checked'],
  diskMonth: [
    0.115,
    '$ for a GB of disk and month: gp3 of RDS',
    '[RDS](https://www.usage.ai/blogs/aws/reserved-instances/rds/pricing-calculator/), June 2026',
  ],
  bucketMonth: [
    0.023,
    '$ for a GB of S3 and month, of the first 50 TB',
    '[S3 storage classes](http://my.globalxperts.net/?p=5330), no date',
  ],
  putThousand: [
    0.005,
    '$ for 1,000 PUTs to S3',
    '[S3 request fees](https://c3x.dev/blog/s3-request-fees-explained), no date',
  ],
  getThousand: [0.0004, '$ for 1,000 GETs', 'the same page'],
  actionsMillion: [
    25,
    '$ for a million actions of Temporal Cloud: the 101st to 200th million; above that by contract',
    '[Temporal Cloud pricing](https://docs.temporal.io/cloud/pricing), read in November 2026',
  ],
  actions: [
    3,
    'actions of a run there: its start, the local activities of a workflow task, search attributes',
    '[Temporal Cloud actions](https://docs.temporal.io/cloud/actions), and the events of a run',
  ],
} as const satisfies Record<string, readonly [number, string, string?]>;

type Values<T extends Record<string, readonly [number, ...unknown[]]>> = {
  readonly [Name in keyof T]: T[Name][0];
};
export const valuesOf = <T extends Record<string, readonly [number, ...unknown[]]>>(inputs: T) =>
  Object.fromEntries(Object.entries(inputs).map(([name, [value]]) => [name, value])) as Values<T>;
