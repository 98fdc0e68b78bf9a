import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function delivered() {
  const owner = await api.newOwner();
  const { hook } = await owner.newAutomation({ instructions: 'Summarise the delivery.' });
  const response = await fetch(hook, { method: 'POST', body: 'An order.' });
  const { deliveryId } = (await response.json()) as { deliveryId: string };
  const read = async (wait: string) => await owner.manage('GET', `/deliveries/${deliveryId}?wait=${wait}`);
  return { owner, deliveryId, read };
}

const outcomeOf = async (response: Response) => ((await response.json()) as { outcome: string }).outcome;

describe('GET /manage/deliveries/{deliveryId}?wait', () => {
  it('answers as it is when the time has passed', async () => {
    const { read } = await delivered();
    expect(await outcomeOf(await read('1'))).toBe('running');
  });

  it('answers when the run is over, also to several, and at once after that', async () => {
    const { read } = await delivered();
    const waiting = [read('30'), read('30')];
    await using _worker = await startRunsWorker(api);
    expect(await Promise.all((await Promise.all(waiting)).map(outcomeOf))).toEqual([
      'succeeded',
      'succeeded',
    ]);
    expect(await outcomeOf(await read('30'))).toBe('succeeded');
  });

  it('answers when the delivery is erased meanwhile', async () => {
    const { owner, deliveryId, read } = await delivered();
    const waiting = read('30');
    await using _worker = await startRunsWorker(api);
    await owner.manage('DELETE', `/deliveries/${deliveryId}`);
    expect((await waiting).status).toBe(200);
  });

  it.each(['31', '-1', 'long', '1.5'])('refuses to wait for %s seconds', async (wait) => {
    const { read } = await delivered();
    const refused = await read(wait);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  });

  it('knows no delivery of another workspace', async () => {
    const [{ deliveryId }, other] = [await delivered(), await api.newOwner()];
    expect((await other.manage('GET', `/deliveries/${deliveryId}?wait=30`)).status).toBe(404);
  });
});
