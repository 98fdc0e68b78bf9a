import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

interface Stats {
  readonly step: string;
  readonly points: readonly { readonly at: string }[];
  readonly total: {
    readonly outcomes: Record<string, number>;
    readonly duplicates: number;
    readonly refused: object;
  };
}

async function newOwner() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const send = async (eventId: string, body = '{}') =>
    (
      await fetch(automation.hook, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-event-id': eventId },
        body,
      })
    ).status;
  async function read(path: string) {
    const response = await owner.manage('GET', path);
    return { status: response.status, json: (await response.json()) as Stats };
  }
  return { ...owner, automation, send, read };
}

describe('GET /manage/stats and GET /manage/automations/{id}/stats', () => {
  it('count what arrived, what arrived again and what was refused', async () => {
    const { automation, send, read } = await newOwner();
    expect([await send('evt-1'), await send('evt-1'), await send('evt-1')]).toEqual([200, 200, 200]);
    expect(await send('x'.repeat(256))).toBe(400);
    expect(await send('evt-2', 'x'.repeat(1_000_001))).toBe(413);
    const paths = ['/stats', `/automations/${automation.id}/stats`];
    await expect.poll(async () => (await read('/stats')).json.total.outcomes['running']).toBe(0);
    for (const path of paths) {
      const { json } = await read(path);
      expect(json.step).toBe('hour');
      expect(json.points).toHaveLength(24);
      expect(json.total).toEqual({
        outcomes: {
          running: 0,
          waiting: 0,
          succeeded: 1,
          failed: 0,
          skipped: 0,
          needs_model: 0,
          unknown_effect: 0,
        },
        duplicates: 2,
        refused: { INVALID_EVENT_ID: 1, PAYLOAD_TOO_LARGE: 1 },
      });
      const days = (await read(`${path}?step=day&last=400`)).json;
      expect(days.points).toHaveLength(400);
      expect(days.total).toEqual(json.total);
    }
  });

  it.each([
    ['step=week', 'step'],
    ['last=0', 'last'],
    ['last=49', 'last'],
    ['step=day&last=401', 'last'],
    ['last=ten', 'last'],
  ])('refuse %s and name the parameter', async (query, name) => {
    const { automation, read } = await newOwner();
    for (const path of ['/stats', `/automations/${automation.id}/stats`])
      expect(await read(`${path}?${query}`)).toMatchObject({
        status: 400,
        json: { code: 'INVALID_REQUEST', message: expect.stringContaining(name) },
      });
  });

  it('tell nothing of another workspace, and nothing without a token', async () => {
    const { automation, send } = await newOwner();
    await send('evt-1');
    const stranger = await newOwner();
    expect((await stranger.read(`/automations/${automation.id}/stats`)).status).toBe(404);
    const { outcomes } = (await stranger.read('/stats')).json.total;
    expect(Object.values(outcomes).every((count) => count === 0)).toBe(true);
    for (const path of ['/stats', `/automations/${automation.id}/stats`])
      expect((await fetch(`${api.url}/manage${path}`)).status).toBe(401);
  });
});
