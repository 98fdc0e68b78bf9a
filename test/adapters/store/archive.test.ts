import path from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Blobs } from '#blobs/blobs.ts';
import { createFolderBlobs } from '#blobs/folder.ts';
import { newId } from '#domain/ids.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createDeliveries } from '#store/delivery/deliveries.ts';
import { createEraser } from '#store/erasure/eraser.ts';
import { keys } from '#store/records/index.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createRuns } from '#store/run/runs.ts';
import { createVault } from '#store/secret/vault.ts';
import { arrivalWith, planRequest } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

const folder = folderOfFile('archive-');
let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis();
});
afterAll(() => connection[Symbol.asyncDispose]());

const vault = createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }]);
const hourMs = 60 * 60_000;
const inHours = (hours: number) => () => Date.now() + hours * hourMs;

const bodies = { requestBody: '{"order":"A-1"}', responseBody: 'no such order' };
const sentStep = {
  kind: 'request',
  startedAt: new Date(0).toISOString(),
  durationMs: 1,
  method: 'POST',
  host: 'api.example.com',
  path: '/orders',
  status: 422,
  outcome: 'answered',
  error: null,
  ...bodies,
} as const;

/** A workspace with an automation and a blob store of its own; `wrap` changes what the blob store does. */
async function setUp(wrap: (blobs: Blobs) => Partial<Blobs> = () => ({})) {
  const { redis } = connection;
  const workspaceId = newId('workspace');
  const { id: automationId } = await createAutomations({ redis, vault }).create(workspaceId, {
    name: 'Orders',
    instructions: 'Summarise.',
    filter: null,
    agentId: newId('agent'),
  });
  const hook = { workspaceId, automationId };
  const plain = createFolderBlobs({ folder: path.join(folder(), workspaceId) });
  const blobs: Blobs = { ...plain, ...wrap(plain) };
  const admissions = createAdmissions({ redis });
  const runs = createRuns({ redis });
  const deliveries = createDeliveries({ redis, blobs: plain, workflowUrl: () => null });
  const eraser = createEraser({ redis, blobs: plain });

  async function accept(overrides: Parameters<typeof arrivalWith>[0] = {}) {
    const arrival = arrivalWith({ contentType: 'application/json', ...overrides });
    expect(await admissions.admit(hook, arrival, { attempt: 'new' })).toMatchObject({ status: 'claimed' });
    await admissions.confirm(hook, arrival.deliveryId);
    return { kind: 'delivery', ...hook, deliveryId: arrival.deliveryId } as const;
  }
  /** A delivery that ended, with a turn, a step and a body. */
  async function end(overrides: Parameters<typeof arrivalWith>[0] = {}, answer?: string) {
    const run = await accept(overrides);
    await runs.begin(run, 'temporal-run', 'n'.repeat(32));
    await planRequest(runs, run, 'GET');
    await runs.saveCall(run, 'c1', { state: 'not-sent' });
    await runs.saveStep(run, [1, 1], { ...sentStep, attachedHeaders: [] });
    if (answer !== undefined) await redis.hSet(keys.run(workspaceId, run.deliveryId), 'answer', answer);
    await runs.finish(run, { outcome: 'succeeded', reason: null });
    return run.deliveryId;
  }
  const archiverAt = (now: () => number, at: Blobs = blobs) =>
    createArchiver({ redis, blobs: at, archiveAfterHours: 48, now });
  const archive = (hours = 49) => archiverAt(inHours(hours)).archiveEnded(workspaceId);
  const blobKeys = () => Array.fromAsync(plain.list('deliveries'), ({ key }) => key);
  const whole = async (deliveryId: string) => ({
    record: await deliveries.find(workspaceId, deliveryId),
    body: await deliveries.body(workspaceId, deliveryId),
  });
  const keysOf = async (deliveryId: string) =>
    (await redis.keys(`{${workspaceId}}:delivery:${deliveryId}*`)).map((key) => key.split(deliveryId)[1]);
  const notes = async () => ({
    due: await redis.zRange(keys.archiveDue(workspaceId), 0, -1),
    unfinished: await redis.zCard(keys.unfinishedBlobs(workspaceId)),
    gone: await redis.zCard(keys.goneBlobs(workspaceId)),
  });
  return {
    redis,
    workspaceId,
    automationId,
    hook,
    plain,
    admissions,
    runs,
    deliveries,
    eraser,
    accept,
    end,
    archiverAt,
    archive,
    blobKeys,
    whole,
    keysOf,
    notes,
  };
}

const done = (count: number) => ({ done: count, failures: [] });
const nothingLeft = { due: [], unfinished: 0, gone: 0 };
const largeBody = { body: Buffer.from(JSON.stringify({ text: 'an order '.repeat(20_000) })) };

describe('a delivery that ended longer ago than it takes to be archived', () => {
  test('is one compressed object and a stub, and its record and body read as before', async () => {
    const { redis, workspaceId, end, archive, blobKeys, plain, whole, keysOf, notes } = await setUp();
    const id = await end({ ...largeBody, reference: 'Ticket 7', headers: { 'x-long': 'h'.repeat(3_000) } });
    const before = await whole(id);
    expect(before.record?.steps).toMatchObject([{ kind: 'model' }, bodies]);
    expect(await archive()).toEqual(done(1));

    expect(await keysOf(id)).toEqual(['']);
    expect(await redis.memoryUsage(keys.run(workspaceId, id))).toBeLessThan(2_000);
    const stub = await redis.hGetAll(keys.run(workspaceId, id));
    expect(Object.entries(stub).flat().join('').length).toBeLessThan(1_000);
    const [key = '', ...others] = await blobKeys();
    expect(others).toEqual([]);
    const blob = await plain.get(key);
    blob?.stream.destroy();
    expect(blob?.sizeBytes).toBeLessThan(largeBody.body.byteLength / 10);
    expect(await whole(id)).toEqual(before);
    expect(await notes()).toEqual(nothingLeft);
    expect(await archive()).toEqual(done(0));
  });

  test('keeps an empty body, and bytes that are no text', async () => {
    const { end, archive, whole } = await setUp();
    const ids = [
      await end({ body: Buffer.alloc(0) }),
      await end({ body: Buffer.from([0, 255, 254, 10, 13]) }),
    ];
    const before = await Promise.all(ids.map(whole));
    expect(await archive()).toEqual(done(2));
    expect(await Promise.all(ids.map(whole))).toEqual(before);
  });

  test('stays in lists and is found by its reference, and by what its agent said, be that long or short', async () => {
    const { workspaceId, end, archive, deliveries } = await setUp();
    const ids = [
      await end({ reference: 'Ticket 7' }),
      await end({}, 'The customer was told about marmalade.'),
      await end({}, `${'It took a while. '.repeat(50)}Then somebody ordered gooseberries.`),
    ];
    const queries = [
      {},
      { reference: 'Ticket 7' },
      { q: 'marmalade' },
      { q: 'gooseberries' },
      { q: 'quince' },
    ];
    const search = () =>
      Promise.all(queries.map((query) => deliveries.search(workspaceId, query, { limit: 50 })));
    const before = await search();
    expect(before.map(({ items }) => items.length)).toEqual([3, 1, 1, 1, 0]);
    expect(await archive()).toEqual(done(3));
    expect(await search()).toEqual(before);
    expect(ids).toHaveLength(3);
  });

  test('is still what a repeat of its event is a duplicate of, and counts it', async () => {
    const { hook, admissions, end, archive, whole } = await setUp();
    const id = await end({ eventId: 'e1' });
    const before = await whole(id);
    await archive();
    const again = arrivalWith({ deliveryId: id, eventId: 'e1' });
    expect(await admissions.admit(hook, again, { attempt: 'new' })).toMatchObject({ status: 'duplicate' });
    const after = await whole(id);
    expect(after.record).toMatchObject({ duplicates: 1 });
    expect({ ...after.record, duplicates: 0, lastDuplicateAt: null, repeats: [] }).toEqual(before.record);
    expect(after.body).toEqual(before.body);
  });

  test('is among the newest whose body is kept', async () => {
    const { workspaceId, automationId, end, archive, deliveries } = await setUp();
    const id = await end(largeBody);
    await archive();
    const limits = { limit: 5, bytesMax: 1_000_000 };
    const newest = await Array.fromAsync(deliveries.newest(workspaceId, automationId, limits));
    expect(newest).toMatchObject([{ deliveryId: id, delivery: { body: largeBody.body } }]);
    const small = { limit: 5, bytesMax: 1_000 };
    expect(await Array.fromAsync(deliveries.newest(workspaceId, automationId, small))).toEqual([]);
  });

  test('that a reader is just reading reads as a whole', async () => {
    const { end, archive, whole } = await setUp();
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await end());
    const before = await Promise.all(ids.map(whole));
    const archiving = archive();
    const reading = Array.from({ length: 5 }, () => Promise.all(ids.map(whole)));
    expect(await archiving).toEqual(done(20));
    for (const read of await Promise.all(reading)) expect(read).toEqual(before);
  });
});

test('nothing else is archived: what ended lately, what is running, what a paused automation skipped', async () => {
  const { hook, accept, end, admissions, archive, blobKeys } = await setUp();
  await end();
  await accept({ eventId: 'running' });
  const paused = { status: 'paused', automationName: 'Orders', revision: 1, agentId: 'agt_1' } as const;
  await admissions.skip(hook, arrivalWith(), paused);
  expect(await archive(47)).toEqual(done(0));
  expect(await archive(49)).toEqual(done(1));
  expect(await blobKeys()).toHaveLength(1);
});

test('data that nothing reads after the end of a delivery leaves Redis within an hour', async () => {
  const { redis, workspaceId, end } = await setUp();
  const id = await end();
  for (const key of [keys.turns(workspaceId, id), keys.calls(workspaceId, id)]) {
    const left = await redis.pTTL(key);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(hourMs);
  }
  expect(await redis.pTTL(keys.steps(workspaceId, id))).toBe(-1);
});

describe('an archive that comes to nothing', () => {
  test('leaves the delivery as it is where the blob store fails, and is made by the next pass', async () => {
    let isBroken = true;
    const { end, archive, archiverAt, workspaceId, whole, blobKeys, notes } = await setUp((plain) => ({
      // Written, but the process does not get to read it back.
      get: (key) => (isBroken ? Promise.reject(new Error('connection lost')) : plain.get(key)),
    }));
    const id = await end();
    const before = await whole(id);
    expect(await archive()).toMatchObject({ done: 0, failures: [{ record: `delivery ${id}` }] });
    expect(await whole(id)).toEqual(before);
    expect(await blobKeys()).toHaveLength(1);
    expect(await notes()).toMatchObject({ due: [id], unfinished: 1 });

    isBroken = false;
    expect(await archive()).toEqual(done(1));
    expect(await whole(id)).toEqual(before);
    // The remains of the first attempt are removed once it cannot continue.
    expect(await archiverAt(inHours(50)).archiveEnded(workspaceId)).toEqual(done(0));
    expect(await blobKeys()).toHaveLength(1);
    expect(await whole(id)).toEqual(before);
    expect(await notes()).toEqual(nothingLeft);
  });

  test('leaves the delivery as it is where the blob store gives back other bytes', async () => {
    const { end, archive, whole } = await setUp(() => ({
      get: () => Promise.resolve({ stream: Readable.from([Buffer.from('no')]), sizeBytes: 2 }),
    }));
    const id = await end();
    const before = await whole(id);
    expect(await archive()).toMatchObject({ done: 0, failures: [{ record: `delivery ${id}` }] });
    expect(await whole(id)).toEqual(before);
  });

  test('leaves nothing of a delivery that is erased while its blob is written', async () => {
    let erase = () => Promise.resolve();
    const { end, archive, eraser, workspaceId, whole, blobKeys, notes } = await setUp((plain) => ({
      put: async (key, content) => {
        await erase();
        await plain.put(key, content);
      },
    }));
    const deliveryId = await end(largeBody);
    erase = async () => expect(await eraser.strip({ workspaceId, deliveryId })).toBe('stripped');
    expect(await archive()).toEqual(done(0));
    expect(await blobKeys()).toEqual([]);
    expect(await notes()).toEqual(nothingLeft);
    expect((await whole(deliveryId)).record).toMatchObject({ erasedAt: expect.any(String) });
  });

  test('waits for the next pass where the delivery changed while its blob was written', async () => {
    let change = () => Promise.resolve();
    const { hook, admissions, end, archive, whole, blobKeys } = await setUp((plain) => ({
      put: async (key, content) => {
        await plain.put(key, content);
        await change();
      },
    }));
    const id = await end({ eventId: 'e1' });
    change = async () => {
      change = () => Promise.resolve();
      await admissions.admit(hook, arrivalWith({ deliveryId: id, eventId: 'e1' }), { attempt: 'new' });
    };
    expect(await archive()).toEqual(done(0));
    expect(await blobKeys()).toEqual([]);
    const before = await whole(id);
    expect(before.record).toMatchObject({ duplicates: 1 });
    expect(await archive()).toEqual(done(1));
    expect(await whole(id)).toEqual(before);
  });

  test('does not disturb the one that took its place: an attempt that stood still comes too late', async () => {
    let meanwhile = () => Promise.resolve();
    const { end, archive, archiverAt, plain, workspaceId, whole, blobKeys, notes } = await setUp((blobs) => ({
      put: async (key, content) => {
        await blobs.put(key, content);
        await meanwhile();
      },
    }));
    const id = await end();
    const before = await whole(id);
    meanwhile = async () => {
      expect(await archiverAt(inHours(50), plain).archiveEnded(workspaceId)).toEqual(done(1));
    };
    expect(await archive()).toEqual(expect.objectContaining({ done: 0 }));
    expect(await whole(id)).toEqual(before);
    expect(await blobKeys()).toHaveLength(1);
    expect(await notes()).toEqual(nothingLeft);
  });
});

describe('an archived delivery that is to go', () => {
  test('is erased with its blob, and its event is known still', async () => {
    const { hook, admissions, end, archive, eraser, workspaceId, blobKeys, whole, notes } = await setUp();
    const deliveryId = await end({ eventId: 'e1', ...largeBody });
    await archive();
    expect(await eraser.strip({ workspaceId, deliveryId })).toBe('stripped');
    expect(await blobKeys()).toEqual([]);
    expect(await notes()).toEqual(nothingLeft);
    const { record, body } = await whole(deliveryId);
    expect(record).toMatchObject({ erasedAt: expect.any(String), steps: [], answer: null, eventId: 'e1' });
    expect(body).toBeNull();
    const again = arrivalWith({ deliveryId, eventId: 'e1' });
    expect(await admissions.admit(hook, again, { attempt: 'new' })).toMatchObject({ status: 'duplicate' });
  });

  test('goes from the blob store with the next pass where its erasure was cut off before', async () => {
    const { redis, plain, end, archive, workspaceId, blobKeys, notes } = await setUp();
    const deliveryId = await end();
    await archive();
    const cutOff = { ...plain, delete: () => Promise.reject(new Error('connection lost')) };
    const eraser = createEraser({ redis, blobs: cutOff });
    await expect(eraser.strip({ workspaceId, deliveryId })).rejects.toThrow('connection lost');
    expect(await blobKeys()).toHaveLength(1);
    expect(await archive()).toEqual(done(0));
    expect(await blobKeys()).toEqual([]);
    expect(await notes()).toEqual(nothingLeft);
  });

  test('is removed with its blob once the retention has passed', async () => {
    const { redis, plain, end, archive, workspaceId, blobKeys, keysOf } = await setUp();
    const id = await end();
    await archive();
    const retention = createRetention({ redis, blobs: plain, retentionDays: 10, now: inHours(24 * 11) });
    expect(await retention.removeExpired(workspaceId)).toMatchObject({ failures: [] });
    expect([await blobKeys(), await keysOf(id)]).toEqual([[], []]);
  });

  test('is removed with its blob where the workspace is', async () => {
    const { end, archive, eraser, workspaceId, blobKeys, keysOf } = await setUp();
    const ids = [await end(), await end()];
    await archive();
    for await (const _ of eraser.removeKeys({ workspaceId, erasureId: newId('erasure') }));
    expect(await blobKeys()).toEqual([]);
    for (const id of ids) expect(await keysOf(id)).toEqual([]);
  });
});
