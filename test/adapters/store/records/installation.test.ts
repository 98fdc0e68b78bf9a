import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import type { RecordDefinition } from '#store/records/define.ts';
import { keys, records } from '#store/records/index.ts';
import { createAdmissions } from '#store/admission/admissions.ts';
import { createAlertRules } from '#store/alert/alert-rules.ts';
import { createAlerts } from '#store/alert/alerts.ts';
import { createEventTargets } from '#store/event/event-targets.ts';
import { createEventNotes } from '#store/event/note-event.ts';
import { createSentEvents } from '#store/event/sent-events.ts';
import { createAutomations } from '#store/automation/automations.ts';
import { createCircuits } from '#store/circuits.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { createDoorNotes } from '#store/report/door-notes.ts';
import { createMailCount } from '#store/mail-count.ts';
import { createModelCalls } from '#store/model-calls.ts';
import { createPreviewUsage } from '#store/previews.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { createPendingConnections } from '#store/policy/pending-connections.ts';
import { createDoorLedger } from '#store/report/door-ledger.ts';
import { createOlderDeliveries } from '#store/archive/older-deliveries.ts';
import { createReplication } from '#store/connection/replication.ts';
import { createSessions } from '#store/token/sessions.ts';
import { createRetention } from '#store/sweep/retention.ts';
import { createSheetIndex } from '#store/sheet-index.ts';
import { createSweepIndex } from '#store/sweep/sweep-index.ts';
import { createVault } from '#store/secret/vault.ts';
import { createWorkerBeats } from '#store/worker-beats.ts';
import { createWorkspaces } from '#store/workspace/workspaces.ts';
import { connectionOf } from '#test/adapters/oauth/support/connection.ts';
import { noBlobs } from '#test/support/no-blobs.ts';
import { startModelServer } from '#test/support/model-server.ts';
import { recordAnswers, recordStore } from '#test/support/record-release.ts';
import { readAs } from '#test/support/release-reader.ts';
import { currentRelease, earlierReleases } from '#test/support/releases.ts';
import { arrivalWith, beginRun } from '#test/support/run.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi, testRedis } from '#test/support/service.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { until } from '#test/support/until.ts';

/** A database of its own: whatever is in it was written by what this file does. */
const redisUrl = `${inject('redisUrl').replace(/\/$/, '')}/2`;

let connection: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  connection = await testRedis(redisUrl);
  await connection.redis.flushDb();
});
afterAll(() => connection[Symbol.asyncDispose]());

const isRecorded = Boolean(process.env['RECORD_RELEASE']);
const json = { 'content-type': 'application/json' };

/** Deliveries and a chat under a model, a pause, a deletion, policies, requests, and the public API. */
async function useEverything(): Promise<void> {
  await using target = await startOrderTarget({ key: 'key-of-the-target' });
  const order = JSON.stringify({ method: 'POST', url: `${target.url}/orders`, body: '{"order":"A-1"}' });
  await using model = await startModelServer((call) =>
    call % 2 === 1 ? { toolCalls: [{ name: 'http_request', arguments: order }] } : { text: 'Done.' },
  );
  await using api = await startApi({
    REDIS_URL: redisUrl,
    MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    MODEL: 'openai-compatible/m',
    MODEL_BASE_URL: model.baseUrl,
  });
  await using _worker = await startRunsWorker(api);
  const owner = await api.newOwner();
  const { manage, newAutomation } = owner;
  const automation = await newAutomation({ filter: 'Only run when order is A-1' });
  const { agentId } = automation;
  const policy = { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: 'key-of-the-target' };
  await manage('POST', `/agents/${agentId}/network-access`, policy);
  await manage('POST', '/secrets', { name: 'key', value: 'secret-of-a-test', domains: ['127.0.0.1'] });
  const outbound = { method: 'GET', url: `${target.url}/{{secret.key}}` };
  expect((await manage('POST', `/agents/${agentId}/requests`, outbound)).status).toBe(200);
  await manage('POST', `/agents/${agentId}/network-access`, { domain: 'localhost', approval: 'always' });
  const document = { openapi: '3.0.0', paths: { '/orders': { post: { operationId: 'order' } } } };
  expect((await manage('POST', `/agents/${agentId}/apis?name=shop&host=127.0.0.1`, document)).status).toBe(
    201,
  );
  const approved = { method: 'GET', url: 'http://localhost/orders' };
  expect((await manage('POST', `/agents/${agentId}/requests`, approved)).status).toBe(202);
  await manage('PATCH', `/automations/${automation.id}`, { budget: { runs: 100 } });
  const deliver = async (hook: string, order: string) =>
    await fetch(hook, {
      method: 'POST',
      headers: { ...json, 'x-service-reference': 'Ticket 7', 'x-acme-signature': 'abc' },
      body: JSON.stringify({ event_id: order, order }),
    });
  let skippedId = '';
  for (const order of ['A-1', 'A-2']) {
    const answered = (await (await deliver(automation.hook, order)).json()) as { deliveryId: string };
    skippedId = answered.deliveryId;
    const outcome = async () => {
      const record = (await (await manage('GET', `/deliveries/${skippedId}`)).json()) as { outcome: string };
      return record.outcome;
    };
    await until('it is over', async () => (await outcome()) !== 'running', { timeoutMs: 60_000 });
    expect(await outcome()).toBe(order === 'A-1' ? 'succeeded' : 'skipped');
  }
  const repeat = JSON.stringify({ event_id: 'A-1', order: 'A-9' });
  const repeated = await fetch(automation.hook, { method: 'POST', headers: json, body: repeat });
  expect(await repeated.json()).toMatchObject({ status: 'duplicate' });
  await manage('PATCH', `/automations/${automation.id}`, { instructions: 'Report.', filter: null });
  await manage('POST', `/automations/${automation.id}/pause`);
  expect(await (await deliver(automation.hook, 'A-3')).json()).toMatchObject({ status: 'skipped' });
  await manage('POST', `/automations/${automation.id}/cases`, { deliveryId: skippedId, mustHold: true });
  const rehearsed = await manage('POST', `/automations/${automation.id}/rehearsals`, {});
  const { rehearsalId } = (await rehearsed.json()) as { rehearsalId: string };
  await api.temporal.client.workflow.getHandle(`rehearsal/${rehearsalId}`).result();
  const deleted = await newAutomation();
  await manage('DELETE', `/automations/${deleted.id}`);
  await manage('DELETE', '/references/None');
  expect((await manage('POST', `/agents/${agentId}/chat`, { message: 'Order A-1.' })).status).toBe(200);
  await manage('POST', `/automations/${automation.id}/filter-test`, { filter: 'people in a hurry' });
  await manage('POST', '/agents', { name: 'Other', model: 'offline/rules-1' });
  for (const [path, body] of [
    ['tools/invoke', { tool: 'upper-case', params: { text: 'a' } }],
    ['waitlist', { email: 'ann@company.example' }],
  ] as const)
    await fetch(`${api.url}/api/${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) });
  if (isRecorded) await recordAnswers(await currentRelease(), owner);
}

/** A blob store that fails leaves blobs that are not finished, later ones that are to be deleted, and others again. */
async function archiveInVain(redis: Redis, workspaceId: string): Promise<void> {
  const fail = () => Promise.reject(new Error('connection lost'));
  const blobs = { ...noBlobs, put: () => Promise.resolve(), get: fail, delete: fail };
  for (const minutes of [1, 12]) {
    const now = () => Date.now() + minutes * 60_000;
    await createArchiver({ redis, blobs, archiveAfterHours: 0, now }).archiveEnded(workspaceId);
  }
}

/** Records that the scenario does not reach by itself: rare paths, and a spreadsheet of Google's. */
async function useTheRest(redis: Redis): Promise<void> {
  const day = { redis, now: () => new Date() };
  await createPreviewUsage({ ...day, freePerDay: 3, perDay: 10 }).take('203.0.113.7');
  await createModelCalls({ ...day, perDay: 10 }).take();
  await createMailCount({ ...day, perDay: 10 }).take('ws_1');
  await createReplication({ redis, replicasMin: 0 }).reached();
  await createCircuits({ redis }).failed({ workspaceId: 'ws_1', agentId: 'agt_1' }, 'https://a.example');
  const sessions = createSessions({ redis });
  await sessions.open('hash of a token');
  await sessions.makeCode('hash of a token');
  await createDoorNotes({ redis }).suggest({ workspaceId: 'ws_1', automationId: 'aut_1' }, 'stripe', true);
  const onFailure = (error: unknown) => expect.unreachable(String(error));
  const ledger = createDoorLedger({ redis, onFailure, onRefused: () => Promise.resolve() });
  ledger.noteRefused({ workspaceId: 'ws_1', automationId: 'aut_1' }, 'dlv_1');
  await ledger.flush();
  await createSweepIndex({ redis, basis: ['k1', 48, 400] }).due();
  const { listIds } = createWorkspaces({ redis });
  const retention = createRetention({ redis, blobs: noBlobs, retentionDays: 400 });
  for (const workspaceId of await listIds()) await retention.removeExpired(workspaceId);
  for (const workspaceId of await listIds()) await createOlderDeliveries({ redis }).catchUp(workspaceId);
  for (const workspaceId of await listIds()) await archiveInVain(redis, workspaceId);
  const sheets = createSheetIndex({ redis, spreadsheetId: 'spreadsheet-1' });
  await sheets.replace('Wait: list', new Map([['ann@company.example', 'A2:C2']]), []);
  await sheets.beginWrite('Wait: list', 'write-1');
  await sheets.takeLease('Wait: list', 'holder', 60_000);
  await createWorkerBeats({ redis, taskQueue: 'runs' }).beat('1@worker');
  const closed = await createWorkspaces({ redis }).create({ name: 'Closed' });
  await createErasures({ redis }).begin(closed.id, { kind: 'workspace' });
}

/** Deliveries for which there is no room. */
async function holdAndRefuse(redis: Redis): Promise<void> {
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32) }]);
  const held = {
    name: 'Held',
    instructions: 'Report.',
    filter: null,
    agentId: 'agt_1',
    burst: 'hold',
    order: 'reference',
  } as const;
  const { id: automationId } = await createAutomations({ redis, vault }).create('ws_1', held);
  const others = Array.from({ length: 8 }, (_, index) => ({ score: Infinity, value: `dlv_${index}` }));
  await redis.zAdd(keys.slots('ws_1'), others);
  const hook = { workspaceId: 'ws_1', automationId };
  const admission = await createAdmissions({ redis }).admit(hook, arrivalWith(), { attempt: 'new' });
  expect(admission).toEqual({ status: 'held', isFirst: true });
  const inLine = () => arrivalWith({ reference: 'Order 1' });
  for (const arrival of [inLine(), inLine()])
    expect(await createAdmissions({ redis }).admit(hook, arrival, { attempt: 'new' })).toMatchObject({
      status: 'held',
    });
  await redis.set(keys.heldBytes('ws_1', automationId), '20000000');
  expect(await createAdmissions({ redis }).admit(hook, arrivalWith(), { attempt: 'new' })).toEqual({
    status: 'full',
    of: 'hold',
  });
}

/** One run that waited and goes on, one that finds no slot. */
async function useSlots(redis: Redis): Promise<void> {
  const { run, runs } = await beginRun(redis);
  const { run: other } = await beginRun(redis, { workspaceId: run.workspaceId });
  for (const one of [run, other]) await runs.giveSlotBack(one, 1_000, 'https://a.example');
  await runs.takeSlotAgain(run);
  const others = Array.from({ length: 7 }, (_, n) => ({ value: `dlv_${n}`, score: Infinity }));
  await redis.zAdd(keys.slots(run.workspaceId), others);
  await runs.takeSlotAgain(other);
}

/** A rule that told something. */
async function useAlerts(redis: Redis): Promise<void> {
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32) }]);
  const alertRules = createAlertRules({ redis, vault });
  const made = await alertRules.create('ws_1', {
    name: 'On call',
    automationId: null,
    condition: { kind: 'first_failure' },
    channel: { kind: 'webhook', url: 'https://a.example' },
  });
  const ruleId = made?.rule.id ?? '';
  await alertRules.tests.take('ws_1', 1);
  const alerts = createAlerts({ redis });
  // Nothing is remembered of an automation that is not there.
  const { id: automationId } = await createAutomations({ redis, vault }).create('ws_1', {
    name: 'Watched',
    instructions: 'Report.',
    filter: null,
    agentId: 'agt_1',
  });
  const read = await alerts.readMemory('ws_1', ruleId, automationId);
  const memory = { kind: 'first_failure', isFailing: true } as const;
  const alert = { id: 'alt_1', type: 'automation.failed', at: 1, automationId } as const;
  const about = { automationId, read, memory };
  const judged = { rule: { id: ruleId, version: 1 }, about, alert };
  expect(await alerts.settle('ws_1', null, [judged])).toEqual({ status: 'settled', opened: ['alt_1'] });
}

/** A policy whose token is being refreshed while its owner connects it again. */
async function useConnections(redis: Redis): Promise<void> {
  const { connections, policy, scope, vault } = await connectionOf(redis, {
    grant: 'client_credentials',
    clientId: 'reveille',
    clientSecret: 'hush',
    tokenUrl: 'https://login.example.com/token',
  });
  const times = { since: 1, expiresAt: null, renewAt: null, scopes: null, reason: null };
  const tokens = { accessToken: 'of-a-test', refreshToken: null };
  const next = { ...times, state: 'connected', tokens } as const;
  expect(await connections.write(scope, policy, { read: null, next })).toBe(true);
  expect(await connections.lock(scope, policy.id)).not.toBeNull();
  const { connectionId } = policy.oauth;
  const begun = { sessionId: 'hash', agentId: scope.agentId, policyId: policy.id, connectionId };
  const pending = createPendingConnections({ redis, vault });
  await pending.keep(scope.workspaceId, 'state', { ...begun, verifier: 'v', nonce: null });
}

/** A target, and an event that is queued there. */
async function useEvents(redis: Redis): Promise<void> {
  const vault = createVault([{ id: 'k1', key: Buffer.alloc(32) }]);
  const made = await createEventTargets({ redis, vault }).create('ws_1', {
    url: 'https://a.example',
    events: ['automation.changed', 'delivery.refused'],
    approvalLinks: false,
  });
  const targetId = made?.target.id ?? '';
  const notes = createEventNotes({ redis });
  const facts = { automationId: 'aut_1', change: 'paused', revision: 2 } as const;
  const changed = { kind: 'automation.changed', subject: 'aut_1', at: 1, facts } as const;
  expect(await notes.note('ws_1', changed)).toEqual([targetId]);
  await notes.noteRefused({ workspaceId: 'ws_1', automationId: 'aut_1' }, { PAYLOAD_TOO_LARGE: 2 }, 1);
  await createSentEvents({ redis }).beginTest({ workspaceId: 'ws_1', targetId });
}

const types: Readonly<Record<string, RecordDefinition['type']>> = {
  zset: 'sorted set',
  hash: 'hash',
  set: 'set',
  list: 'list',
  stream: 'stream',
  string: 'string',
};

/** The content of a stored key that its definition lacks. */
async function faultsOf(redis: Redis, key: string, record: RecordDefinition): Promise<string[]> {
  const type = types[await redis.type(key)];
  if (type !== record.type) return [`${key} is a ${type}`];
  switch (record.type) {
    case 'hash':
      return faultsInHash(key, record, await redis.hGetAll(key));
    case 'string':
      return record.value.safeParse(await redis.get(key)).success ? [] : [`${key} holds something else`];
    case 'list':
      return (await redis.lRange(key, 0, -1)).flatMap((item) =>
        record.item.safeParse(item).success ? [] : [`${key}: ${item}`],
      );
    case 'stream':
      return ((await redis.xRange(key, '-', '+')) ?? []).flatMap(({ message }) =>
        faultsInHash(key, record, message),
      );
    case 'set':
    case 'sorted set':
      return [];
  }
}

function faultsInHash(
  key: string,
  record: Extract<RecordDefinition, { type: 'hash' | 'stream' }>,
  stored: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(stored).flatMap(([name, value]) => {
    const schema =
      'fields' in record
        ? record.fields.shape[name]
        : record.entries.find(({ pattern }) => pattern.test(name))?.value;
    if (schema === undefined) return [`${key} has a field ${name}`];
    return schema.safeParse(value).success ? [] : [`${key} has ${name}: ${value}`];
  });
}

const unitMs = { s: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const duration = /\b(\d+|an?) (s|minute|hour|day)s?\b/gi;

/** A key expires within the longest time that its definition names, and it does expire where the definition begins with one. */
function faultsOfLifetime(key: string, { lifetime }: RecordDefinition, leftMs: number): string[] {
  const named = [...lifetime.matchAll(duration)].map(
    ([, count = '', unit = 's']) => (Number(count) || 1) * unitMs[unit.toLowerCase() as keyof typeof unitMs],
  );
  const mustExpire = lifetime.search(duration) === 0;
  if (leftMs < 0) return mustExpire ? [`${key} never expires, but lives: ${lifetime}`] : [];
  return leftMs > Math.max(0, ...named) ? [`${key} expires in ${leftMs} ms, but lives: ${lifetime}`] : [];
}

test('whatever the service writes is defined, with its type, its fields and its lifetime', async () => {
  const { redis } = connection;
  await useEverything();
  await useTheRest(redis);
  await useAlerts(redis);
  await useEvents(redis);
  await useConnections(redis);
  await holdAndRefuse(redis);
  await useSlots(redis);
  const used = new Set<string>();
  const faults: string[] = [];
  for (const key of await redis.keys('*')) {
    const matching = Object.entries(records).filter(([, record]) => record.key.matches(key));
    const [found] = matching;
    if (found === undefined || matching.length > 1) faults.push(`${key} is of ${matching.length} records`);
    else {
      used.add(found[0]);
      faults.push(...(await faultsOf(redis, key, found[1])));
      faults.push(...faultsOfLifetime(key, found[1], await redis.pTTL(key)));
    }
  }
  expect(faults).toEqual([]);
  // Records that live for a moment, or are written by the sweep alone.
  const brief = [
    'openErasures',
    'rewriting',
    'slotsCheck',
    'openMessages',
    'secretsWrappedBy',
    'alertCauses',
    'alertChanges',
    'reservations',
    'totals',
    'totalsTurn',
  ];
  const unused = Object.keys(records).filter((name) => !used.has(name));
  expect(unused.filter((name) => !brief.includes(name))).toEqual([]);
});

test.each((await earlierReleases()).slice(-1))('release %s can read its records', async (release) => {
  const { redis } = connection;
  expect(await readAs(release, redis)).toEqual({ faults: [], unread: [] });
  // An unreadable record is noticed.
  const [key = ''] = (await redis.keys('*')).filter((found) => records.automation.key.matches(found));
  const state = await redis.hGet(key, 'state');
  await redis.hSet(key, 'state', 'resting');
  expect((await readAs(release, redis)).faults).toEqual(['automation: state is resting']);
  await redis.hSet(key, 'state', state ?? '');
});

test.skipIf(!isRecorded)('it is saved for the releases after this one', async () => {
  await recordStore(connection.redis, await currentRelease());
});
