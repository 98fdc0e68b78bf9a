import { connectFirst } from '#store/connection/first-server.ts';
import { probeWrite } from '#store/condition.ts';
import { durabilityWarnings } from '#store/connection/durability.ts';
import { keys } from '#store/records/index.ts';
import { once } from '#domain/once.ts';
import { versionProblem } from '../embedded/redis-version.ts';
import { type Finding, type Look, notAsked, unwell, well } from './finding.ts';
import { gigabytes, medianMs } from './measures.ts';

const slowWriteMs = 50;
const clockMsMax = 2_000;
const usedShareMax = 0.85;
const guide = 'docs/guides/redis.md';

/** `replicasMin`: REDIS_MIN_REPLICAS. `close`: of the connection that all of them share. */
export function redisLooks(url: string | undefined, replicasMin: number) {
  const connect = once(async () => {
    if (url === undefined) throw new Error('no Redis is named, and none runs on DATA_DIR');
    return await connectFirst(url);
  });
  type Redis = Awaited<ReturnType<typeof connect>>;
  const otherwise = `Start Redis, and look at REDIS_URL (REDIS_URL_FILE): ${guide}`;
  const look = (what: string, ask: (redis: Redis) => Promise<Finding>): Look => ({
    what,
    otherwise,
    look: async () => {
      const redis = await connect().catch(() => undefined);
      return redis === undefined ? notAsked('not without Redis') : await ask(redis);
    },
  });
  const looks = [
    { what: 'redis', otherwise, look: async () => await takesWrites(await connect()) },
    look('redis, settings', isDurable),
    look('redis, a durable write', writesFast),
    look('redis, file', isFileWell),
    look('redis, memory', hasRoom),
    look('redis, replica', async (redis) => await isReplicated(redis, replicasMin)),
    look('clock', agreesOnTime),
  ];
  const close = async () =>
    await connect().then(
      (redis) => redis.destroy(),
      () => undefined,
    );
  return { looks, close };
}

interface Asked {
  readonly info: (section: string) => Promise<string>;
}

const fieldOf = (text: string, field: string) => new RegExp(`^${field}:(.*?)\\r?$`, 'm').exec(text)?.[1];

async function takesWrites(redis: Asked & Parameters<typeof probeWrite>[0]): Promise<Finding> {
  const server = await redis.info('server');
  const problem = versionProblem(server);
  if (problem !== undefined) return unwell(problem, `Take another Redis: ${guide}`);
  await probeWrite(redis);
  return well(`version ${fieldOf(server, 'redis_version')} takes writes`);
}

async function isDurable(redis: Parameters<typeof durabilityWarnings>[0]): Promise<Finding> {
  const warnings = await durabilityWarnings(redis);
  if (warnings.length === 0) return well('appendonly yes, appendfsync always, maxmemory, noeviction');
  return unwell(warnings.join(' '), `Change its settings, and keep them in its file: ${guide}`);
}

async function writesFast(redis: {
  readonly set: (
    key: string,
    value: string,
    options: { expiration: { type: 'EX'; value: number } },
  ) => Promise<unknown>;
}): Promise<Finding> {
  const mark = { expiration: { type: 'EX', value: 60 } } as const;
  const ms = await medianMs(async () => await redis.set(keys.replicationMark(), '', mark));
  const found = `takes ${ms.toFixed(1)} ms`;
  if (ms <= slowWriteMs) return well(found);
  return unwell(
    found,
    'Every answer of a hook waits for some: give Redis a faster disk, which nothing else keeps busy.',
  );
}

async function isFileWell(redis: Asked): Promise<Finding> {
  const text = await redis.info('persistence');
  if (fieldOf(text, 'aof_enabled') !== '1') return notAsked('it keeps none');
  const states = ['aof_last_write_status', 'aof_last_bgrewrite_status'].map((name) => [
    name,
    fieldOf(text, name),
  ]);
  const bad = states.filter(([, state]) => state !== 'ok').map((pair) => pair.join(' '));
  const size = gigabytes(Number(fieldOf(text, 'aof_current_size')));
  if (bad.length === 0) return well(`${size} on its disk, the last write and rewrite were well`);
  return unwell(
    bad.join(', '),
    'Its disk is full or fails: the log of Redis says which. Make room of three times the size of the file.',
  );
}

async function hasRoom(redis: Asked): Promise<Finding> {
  const text = await redis.info('memory');
  const [used = 0, max = 0, machine = 0] = ['used_memory', 'maxmemory', 'total_system_memory'].map((name) =>
    Number(fieldOf(text, name)),
  );
  const found = `${gigabytes(used)} of ${gigabytes(max)} are used, on a machine with ${gigabytes(machine)}`;
  if (max === 0)
    return unwell('maxmemory is not set', `Set it to less than half of the memory of its machine: ${guide}`);
  if (used > usedShareMax * max)
    return unwell(found, 'Raise maxmemory: at the limit hooks answer 503 (docs/runbook.md, section 10).');
  if (2 * max > machine)
    return unwell(
      found,
      'Lower maxmemory (REDIS_MAXMEMORY) or take a larger machine: a rewrite of its file may need as much again.',
    );
  return well(found);
}

async function isReplicated(
  redis: Asked & { readonly wait: (replicas: number, timeoutMs: number) => Promise<number> },
  replicasMin: number,
): Promise<Finding> {
  const text = await redis.info('replication');
  if (fieldOf(text, 'role') !== 'master')
    return unwell('this is a replica', `REDIS_URL must lead to the primary: ${guide}`);
  const replicas = [...text.matchAll(/^slave\d+:(.*?)\r?$/gm)].map(([, facts = '']) => facts);
  const online = replicas.filter((facts) => facts.includes('state=online')).length;
  if (replicas.length === 0 && replicasMin === 0)
    return notAsked('there is none: the loss of its disk loses what was accepted');
  const inSync = await redis.wait(Math.max(online, replicasMin), 10_000);
  const found = `${inSync} of ${replicas.length} have everything; REDIS_MIN_REPLICAS is ${replicasMin}`;
  if (inSync >= replicasMin && inSync === replicas.length) return well(found);
  return unwell(
    found,
    'Start the replica, or look at its log (docker compose --profile replica up -d): hooks answer 503 until it follows.',
  );
}

async function agreesOnTime(redis: {
  readonly time: () => Promise<readonly (string | Date)[] | Date>;
}): Promise<Finding> {
  const before = Date.now();
  const [seconds, microseconds] = (await redis.time()) as unknown as readonly [string, string];
  const theirs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
  const apartMs = Math.abs(theirs - (before + Date.now()) / 2);
  const found = `${(apartMs / 1_000).toFixed(1)} s from that of Redis`;
  if (apartMs <= clockMsMax) return well(found);
  return unwell(
    found,
    'Let both machines follow a time server (chrony, systemd-timesyncd): signatures of senders expire by the clock.',
  );
}
