import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listeningPorts } from '#bin/embedded/listening-ports.ts';
import { probeTemporal, startTemporal } from '#bin/embedded/temporal.ts';
import { startRedis } from '#bin/embedded/redis.ts';
import { createS3Blobs } from '#blobs/s3.ts';
import { blobsUrl } from '#platform/blobs-url.ts';
import { connectRedis } from '#store/connection/connect.ts';
import { manage } from '#test/bin/started-service.ts';
import { runCommand, startReveille } from '#test/support/reveille.ts';
import { releases } from '#test/support/releases.ts';
import { s3Command, startS3Server } from '#test/support/s3-server.ts';
import { scratchCopy } from '#test/support/scratch-copy.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { unpackFolder } from './upgrade/stored-folder.ts';
import { startTarget } from './upgrade/target.ts';

const settings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', METRICS_PORT: '0' };

/** Every file of a folder with its digest. */
async function digestsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const digest = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await digest(file)])));
}

test.each(await releases())(
  'a drill on the data folder of release %s says yes, changes nothing there, and sends nothing',
  async (release) => {
    const { dataDir, erased } = await unpackFolder(release);
    await using target = await startTarget();
    const before = await digestsOf(dataDir);
    const { code, output } = await runCommand('drill', dataDir, settings);
    expect(output).toContain('\nyes  an event that is new: accepted, and its request was caught\n');
    for (const found of ['is a duplicate', 'ended as unknown_effect', 'is found by its event id'])
      expect(output).toMatch(new RegExp(`^yes  .*: dlv_\\S+ ${found}$`, 'm'));
    expect(output).toMatch(/^yes {2}the texts of automations: read as before: 3 of 3 automations$/m);
    expect(output).toMatch(erased.length > 0 ? /^yes {2}what was erased: /m : /^- {4}what was erased: /m);
    expect(output).toMatch(/\nYes: .*\n$/);
    expect(code).toBe(0);
    expect(await digestsOf(dataDir)).toEqual(before);
    expect([...target.bodies('/orders'), ...target.bodies('/slow')]).toEqual([]);
  },
);

test('a drill beside the running service takes what is there at that moment, and the service knows nothing of it', async () => {
  const { dataDir, token } = await unpackFolder('0.2.0');
  await using target = await startTarget();
  await using service = startReveille(dataDir, { ...settings, PORT: '0' });
  const [, url = ''] = await service.printed(/^ready: (\S+)$/m);
  const adminToken = (await readFile(path.join(dataDir, 'admin-token'), 'utf8')).trim();
  const listed = async (as: string, address: string) =>
    (await manage({ url, token: as }, 'GET', address))['items'] as readonly Record<string, unknown>[];
  const seen = async () => [
    (await listed(adminToken, '/workspaces')).map(({ name }) => name),
    (await listed(token, '/deliveries')).map(({ deliveryId, duplicates }) => [deliveryId, duplicates]),
  ];
  const before = await seen();
  const [orders] = await listed(token, '/automations');
  await manage({ url, token }, 'PATCH', `/automations/${String(orders?.['id'])}`, {
    filter: 'only if it smells',
  });
  const { code, output } = await runCommand('drill', dataDir, settings);
  expect(output).toMatch(/: read as before: 2 of 3 automations; not: "Orders" \(.*"only if it smells"/);
  expect(output).toMatch(/\nYes: .*\n$/);
  expect(code).toBe(0);
  expect(await seen()).toEqual(before);
  expect(target.bodies('/orders')).toEqual([]);
});

test('a drill says no to a version that lacks what a new run needs, and why', async () => {
  const { dataDir } = await unpackFolder('0.1.0');
  await using version = await scratchCopy();
  // As releases were that did not register them at each start.
  const attributes = path.join(version.directory, 'bin/embedded/register-attributes.ts');
  await writeFile(attributes, 'export const registerAttributes = async () => undefined;\n');
  const { code, output } = await runCommand('drill', dataDir, settings, ['--with', version.directory]);
  expect(output).toContain('search-attributes');
  expect(output).toMatch(/\nNo: .*\n$/);
  expect(code).toBe(1);
});

test.skipIf(s3Command === undefined)(
  "a drill on servers of one's own reads Redis, its RDB file and the bucket, and takes a restored Temporal",
  async () => {
    const { dataDir } = await unpackFolder('0.2.0');
    await using target = await startTarget();
    const own = await temporaryFolder('drill-');
    await cp(path.join(dataDir, 'redis'), path.join(own, 'redis'), { recursive: true });
    await rm(path.join(dataDir, 'redis'), { recursive: true });
    const quiet = { log: () => undefined, endsWithUs: true } as const;
    const redis = await startRedis({ ...quiet, dataDir: own, password: 'secret' });
    await using bucket = await startS3Server(await temporaryFolder('drill-'));
    await createS3Blobs(blobsUrl.parse(bucket.url)).put('archive/of/another', new Blob(['kept']));
    const restored = await temporaryFolder('drill-');
    await cp(path.join(dataDir, 'temporal.db'), path.join(restored, 'temporal.db'));
    const temporal = await startTemporal({ ...quiet, dataDir: restored });
    try {
      const before = await digestsOf(bucket.folder);
      const client = await connectRedis(redis.url, () => undefined);
      const records = await client.dbSize();
      await client.sendCommand(['SAVE']);
      // Nobody runs there: the drill must not ask it.
      const servers = { ...settings, BLOBS_URL: bucket.url, TEMPORAL_ADDRESS: '127.0.0.1:1' };
      const aside = ['--temporal', temporal.address];
      const first = await runCommand('drill', dataDir, { ...servers, REDIS_URL: redis.url }, aside);
      for (const found of ['is a duplicate', 'ended as unknown_effect', 'is found by its event id'])
        expect(first.output).toMatch(new RegExp(`^yes  .*: dlv_\\S+ ${found}$`, 'm'));
      expect(first.output).toMatch(/^The bucket was only read; [1-9]\d* deletions were noted, and none/m);
      expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/\nYes: .*\n$/) });
      expect(await client.dbSize()).toBe(records);
      expect(await digestsOf(bucket.folder)).toEqual(before);
      client.destroy();

      const file = ['--redis', path.join(own, 'redis', 'dump.rdb')];
      const embedded = { ...settings, BLOBS_URL: bucket.url };
      const second = await runCommand('drill', dataDir, embedded, file);
      expect(second.output).toMatch(/^yes {2}an event that is known: dlv_\S+ is a duplicate$/m);
      expect(second).toMatchObject({ code: 0, output: expect.stringMatching(/\nYes: .*\n$/) });
      expect([...target.bodies('/orders'), ...target.bodies('/slow')]).toEqual([]);
    } finally {
      await temporal.stop();
      await redis.stop();
    }
  },
);

test.each([
  ['without data', {}, [], 'There is no data of Reveille'],
  ['with a Redis and no keys', { REDIS_URL: 'redis://127.0.0.1:1' }, [], 'MASTER_KEYS is needed'],
  ['with a Temporal and no copy of it', { TEMPORAL_ADDRESS: '127.0.0.1:1' }, [], '--temporal HOST:PORT'],
  [
    'with a Temporal that is to be its own copy',
    { TEMPORAL_ADDRESS: '127.0.0.1:1' },
    ['--temporal', '127.0.0.1:1'],
    'a drill runs on a copy',
  ],
])('a drill %s says what it needs', async (_, own: Record<string, string>, args, sentence) => {
  const { code, output } = await runCommand('drill', '/nowhere/of/the/tests', { ...settings, ...own }, args);
  expect(output).toContain(sentence);
  expect(code).toBe(1);
});

test('a drill refuses a Temporal from which a worker takes runs', async () => {
  const { dataDir } = await unpackFolder('0.2.0');
  await using service = startReveille(dataDir, { ...settings, PORT: '0' });
  await service.printed(/^ready: /m);
  const { temporal } = await service.children();
  for (const port of await listeningPorts(temporal!)) {
    const address = `127.0.0.1:${port}`;
    if (
      !(await probeTemporal(address).then(
        () => true,
        () => false,
      ))
    )
      continue;
    const { code, output } = await runCommand('drill', dataDir, settings, ['--temporal', address]);
    expect(output).toContain('it is no copy that nobody uses');
    expect(code).toBe(1);
    return;
  }
  throw new Error('Temporal was not found.');
});
