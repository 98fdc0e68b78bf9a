import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { pollOnce } from '#test/support/poll-once.ts';
import { startApi } from '#test/support/service.ts';

const notFound = { status: 404, code: 'NOT_FOUND' };
const requests = {
  tools: ['GET /api/tools', 'POST /api/tools/character-count', 'POST /api/tools/pdf', 'POST /api/waitlist'],
  hooks: [
    'POST /hooks/whk_none',
    'OPTIONS /hooks/whk_none',
    'GET /manage/workspace',
    'GET /manage/nowhere',
    'GET /manage/workspaces',
    'GET /console',
    'GET /console/sign-in',
    'GET /console/live',
  ],
  both: ['GET /healthz', 'GET /readyz', 'GET /docs', 'GET /openapi.json', 'GET /llms.txt'],
} as const;

async function ask(url: string, request: string) {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(url + path, { method, redirect: 'manual' });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const { code, ...rest } = (isJson && text !== '' ? JSON.parse(text) : {}) as { code?: string };
  return { status: response.status, code, headers: response.headers, rest };
}

const of = (served: 'hooks' | 'tools' | 'all') => {
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    api = await startApi({ SERVE: served });
    await pollOnce(api);
  });
  afterAll(() => api[Symbol.asyncDispose]());
  return { api: () => api, ask: (request: string) => ask(api.url, request) };
};

const all = of('all');

describe.each(['hooks', 'tools'] as const)('an API that serves %s alone', (share) => {
  const one = of(share);
  const otherShare = share === 'hooks' ? 'tools' : 'hooks';

  it.each([...requests[share], ...requests.both])('answers %s as one that serves all', async (request) => {
    const [{ status, code }, whole] = await Promise.all([one.ask(request), all.ask(request)]);
    expect({ status, code }).toEqual({ status: whole.status, code: whole.code });
  });

  it.each(requests[otherShare])('knows nothing of %s', async (request) => {
    expect(await one.ask(request)).toMatchObject(notFound);
  });

  it('says of what it does not serve what it says of an address that never was', async () => {
    const [{ rest }, nowhere] = await Promise.all([
      one.ask(requests[otherShare][0]),
      one.ask(`POST /${otherShare}-that-never-were`),
    ]);
    expect(Object.keys(rest).toSorted()).toEqual(Object.keys(nowhere.rest).toSorted());
    expect(rest).toMatchObject({ message: (nowhere.rest as { message: string }).message });
  });

  it('documents the whole service', async () => {
    const [own, whole] = await Promise.all(
      [one, all].map(async (some) => await (await fetch(`${some.api().url}/openapi.json`)).json()),
    );
    expect((own as { paths: object }).paths).toEqual((whole as { paths: object }).paths);
  });
});

describe('an API that serves hooks alone', () => {
  const hooks = of('hooks');

  it('takes a delivery', async () => {
    const { newAutomation } = await hooks.api().newOwner();
    const { hook } = await newAutomation();
    const response = await fetch(hook, { method: 'POST', body: '{"order":1}' });
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'accepted' }),
    ]);
  });

  it('counts nobody against the public quota for an address that it does not serve', async () => {
    const { headers } = await hooks.ask('GET /api/tools');
    expect([...headers.keys()].filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });
});
