import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { keys } from '#store/records/index.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

interface Page {
  readonly items: readonly {
    readonly revision: number;
    readonly instructions: string;
    readonly savedAt: string | null;
  }[];
  readonly nextCursor: string | null;
}

/** An automation with as many revisions; their instructions are `Report 1.`, `Report 2.` … */
async function withRevisions(count: number) {
  const owner = await api.newOwner();
  const { id } = await owner.newAutomation({ instructions: 'Report 1.' });
  for (let number = 2; number <= count; number += 1)
    await owner.manage('PATCH', `/automations/${id}`, { instructions: `Report ${number}.` });
  const path = `/automations/${id}/revisions`;
  const list = async (query = '') => (await (await owner.manage('GET', `${path}${query}`)).json()) as Page;
  return { ...owner, id, path, list };
}

describe('the revisions of an automation', () => {
  it('are listed newest first, page by page, with when they were saved', async () => {
    const { list } = await withRevisions(5);
    const all = await list();
    expect(all.items.map(({ revision, instructions }) => [revision, instructions])).toEqual(
      [5, 4, 3, 2, 1].map((number) => [number, `Report ${number}.`]),
    );
    expect(all.nextCursor).toBeNull();
    const times = all.items.map(({ savedAt }) => Date.parse(savedAt!));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.nextCursor}`);
    const third = await list(`?limit=2&cursor=${second.nextCursor}`);
    const numbers = [first, second, third].map(({ items }) => items.map(({ revision }) => revision));
    expect(numbers).toEqual([[5, 4], [3, 2], [1]]);
    expect(third.nextCursor).toBeNull();
  });

  it('are told one by one, with all that they said', async () => {
    const { manage, path } = await withRevisions(2);
    expect(await (await manage('GET', `${path}/1`)).json()).toMatchObject({
      revision: 1,
      name: 'Orders',
      instructions: 'Report 1.',
      filter: null,
      retry: { tries: 5 },
      model: null,
      agentId: expect.stringMatching(/^agt_/),
    });
    for (const missing of ['0', '3', '01', 'x', '-1'])
      expect((await manage('GET', `${path}/${missing}`)).status).toBe(404);
  });

  it('have no time where it was not noted, and are left out where they cannot be read', async () => {
    const { workspace, id, list, path, manage } = await withRevisions(3);
    await api.redis.hDel(keys.revision(workspace.id, id, 3), 'savedAt');
    await api.redis.hSet(keys.revision(workspace.id, id, 2), 'retry', 'broken');
    expect((await list()).items.map(({ revision, savedAt }) => [revision, savedAt === null])).toEqual([
      [3, true],
      [1, false],
    ]);
    expect((await manage('GET', `${path}/2`)).status).toBe(404);
  });

  it('are not found by another workspace', async () => {
    const { path } = await withRevisions(1);
    const stranger = await api.newOwner();
    for (const asked of [path, `${path}/1`]) expect((await stranger.manage('GET', asked)).status).toBe(404);
  });
});
