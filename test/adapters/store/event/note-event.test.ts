import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventKind } from '#contracts/events.ts';
import { newId } from '#domain/ids.ts';
import { createEventTargets } from '#store/event/event-targets.ts';
import { createEventNotes } from '#store/event/note-event.ts';
import { createSentEvents } from '#store/event/sent-events.ts';
import { keys } from '#store/records/index.ts';
import { createVault } from '#store/secret/vault.ts';
import { createNextWork } from '#store/sweep/next-work.ts';
import { beginRun } from '#test/support/run.ts';
import { testRedis } from '#test/support/service.ts';

let store: Awaited<ReturnType<typeof testRedis>>;
beforeAll(async () => {
  store = await testRedis();
});
afterAll(() => store[Symbol.asyncDispose]());

const vault = createVault([{ id: 'k1', key: Buffer.alloc(32) }]);
const minuteMs = 60_000;

/** A workspace with a target of the kinds. */
async function newTarget(events: EventKind[], workspaceId = newId('workspace')) {
  const { redis } = store;
  const targets = createEventTargets({ redis, vault });
  const made = await targets.create(workspaceId, { url: 'https://a.example', events, approvalLinks: false });
  const target = { workspaceId, targetId: made?.target.id ?? '' };
  const sent = createSentEvents({ redis });
  const all = async () => (await sent.list(target, { limit: 200 })).items;
  return { redis, targets, target, workspaceId, sent, all, notes: createEventNotes({ redis }) };
}

const paused = (subject: string, at = 1_000) =>
  ({
    kind: 'automation.changed',
    subject,
    at,
    facts: { automationId: 'aut_1', change: 'paused', revision: 1 },
  }) as const;

describe('an event', () => {
  it('is queued once for each target that wants its kind and is on, under one id and number', async () => {
    const { targets, target, workspaceId, all, notes } = await newTarget(['automation.changed']);
    const second = await newTarget(['automation.changed', 'run.finished'], workspaceId);
    const other = await newTarget(['run.finished'], workspaceId);
    const off = await newTarget(['automation.changed'], workspaceId);
    await targets.revise(workspaceId, off.target.targetId, { state: 'off' });
    const woken = await notes.note(workspaceId, paused('one'));
    expect(woken.toSorted()).toEqual([target.targetId, second.target.targetId].toSorted());
    expect(await notes.note(workspaceId, paused('one'))).toEqual([]);
    const [event] = await all();
    expect(event).toMatchObject({ type: 'automation.changed', sequence: 1, state: 'sending', tries: [] });
    expect(await second.all()).toEqual([event]);
    expect([await other.all(), await off.all()]).toEqual([[], []]);
  });

  it('wakes its target only where nothing is due as soon', async () => {
    const { target, workspaceId, notes } = await newTarget(['automation.changed']);
    expect(await notes.note(workspaceId, paused('one', 2_000))).toEqual([target.targetId]);
    expect(await notes.note(workspaceId, paused('two', 3_000))).toEqual([]);
    expect(await notes.note(workspaceId, paused('three', 1_000))).toEqual([target.targetId]);
  });

  it('stays in the log while it is sent, beyond the newest 200', async () => {
    const { target, workspaceId, all, sent, notes } = await newTarget(['automation.changed']);
    for (let n = 0; n < 203; n += 1) await notes.note(workspaceId, paused(`event ${n}`));
    const [oldest] = await sent.due(target, 1);
    for (const id of (await sent.due(target, 5)).slice(1)) {
      const event = await sent.find(target, id);
      const tried = { at: new Date(1).toISOString(), status: 200, error: null };
      await sent.noteTry(target, event!, { tried, isDelivered: true, waitMs: null });
    }
    await notes.note(workspaceId, paused('the last'));
    expect((await all()).length).toBe(200);
    expect((await sent.find(target, oldest!))?.state).toBe('sending');
    expect(await store.redis.zCard(keys.eventQueue(workspaceId, target.targetId))).toBe(200);
  });

  it('is work for the sweep when it is due', async () => {
    const { redis, workspaceId, notes } = await newTarget(['automation.changed']);
    const nextWork = createNextWork({ redis, archiveAfterHours: 1, retentionDays: 1 });
    await redis.set(keys.secretsWrappedBy(workspaceId), 'k1');
    expect(await nextWork(workspaceId)).toBeNull();
    await notes.note(workspaceId, paused('one', 7_000));
    expect(await nextWork(workspaceId)).toBe(7_000);
  });
});

describe('refused requests', () => {
  it('are one event for each automation and minute, sent when that is over, with their count', async () => {
    const { target, workspaceId, all, sent, notes } = await newTarget(['delivery.refused']);
    const refused = (automationId: string, now: number, refusals: Readonly<Record<string, number>>) =>
      notes.noteRefused({ workspaceId, automationId }, refusals, now);
    const start = 100 * minuteMs;
    expect(await refused('aut_1', start + 1, { PAYLOAD_TOO_LARGE: 2 })).toEqual([target.targetId]);
    for (let n = 1; n < 59; n += 1)
      expect(
        await refused('aut_1', start + n * 1_000, { PAYLOAD_TOO_LARGE: 1, SIGNATURE_INVALID: 1 }),
      ).toEqual([]);
    const [event, ...more] = await all();
    expect(more).toEqual([]);
    expect((await sent.find(target, event!.id))?.refusals).toEqual({
      PAYLOAD_TOO_LARGE: 60,
      SIGNATURE_INVALID: 58,
    });
    expect(Date.parse(event!.nextTryAt!)).toBe(start + minuteMs + 5_000);
    await refused('aut_1', start + minuteMs, { PAYLOAD_TOO_LARGE: 1 });
    await refused('aut_2', start + 1, { PAYLOAD_TOO_LARGE: 1 });
    expect((await all()).map(({ automationId }) => automationId)).toEqual(['aut_2', 'aut_1', 'aut_1']);
  });
});

describe('the end of a run', () => {
  it('notes its event in the same step, once, and nothing where no target wants it', async () => {
    const { redis, workspaceId, target, all } = await newTarget(['run.finished']);
    const { run, runs } = await beginRun(redis, { workspaceId });
    const ended = await runs.finish(run, { outcome: 'succeeded', reason: null });
    expect(ended.toldTargets).toEqual([target.targetId]);
    const again = await runs.finish(run, { outcome: 'failed', reason: null });
    expect([again.isFirst, again.toldTargets]).toEqual([false, []]);
    expect(await all()).toMatchObject([{ type: 'run.finished', state: 'sending' }]);

    const other = await beginRun(redis);
    const untold = await other.runs.finish(other.run, { outcome: 'succeeded', reason: null });
    expect([untold.isFirst, untold.toldTargets]).toEqual([true, []]);
    expect(await redis.keys(`{${other.run.workspaceId}}:events:*`)).toEqual([]);
  });
});
