import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { loadModelTools } from '@reveille/tools';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { startApi } from '#test/support/service.ts';

const { modelFamily } = await loadModelTools();
interface Listed {
  readonly id: string;
  readonly family: string;
  readonly example: { readonly params: object; readonly result: string };
}

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const ids = modelFamily.tools.map(({ id }) => id);

/** The API, over a model server where there is a script. */
async function setUp(script?: Parameters<typeof startModelServer>[0], env: Record<string, string> = {}) {
  const server = script && (await startModelServer(script));
  const api = await startApi({
    ...(server && { MODEL: 'openai-compatible/fixture', MODEL_BASE_URL: server.baseUrl }),
    ...env,
  });
  const post = async (path: string, body: object) => {
    const response = await fetch(`${api.url}/api/tools/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Readonly<Record<string, string>>,
    };
  };
  const get = async <T>(path: string) => {
    const response = await fetch(`${api.url}${path}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    url: api.url,
    calls: () => server?.calls ?? [],
    invoke: (tool: string, params: object) => post('invoke', { tool, params }),
    analyse: (image: string) => post('analyze-image', { tool: 'image-to-prompt', params: { image } }),
    listed: async () => (await get<{ items: Listed[] }>('/api/tools')).items,
    openApi: async () =>
      JSON.stringify((await get<{ paths: object }>('/openapi.json')).paths['/api/tools/invoke' as never]),
    docs: async () => await (await fetch(`${api.url}/docs`)).text(),
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]();
      await server?.[Symbol.asyncDispose]();
    },
  };
}

type Service = Awaited<ReturnType<typeof setUp>>;

describe('without a model', () => {
  let service: Service;
  beforeAll(async () => {
    service = await setUp();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('the list and the reference hold only what this service can do', async () => {
    const known = (await service.listed()).map(({ id }) => id);
    expect(known.filter((id) => ids.includes(id))).toEqual([]);
    const [docs, openApi] = await Promise.all([service.docs(), service.openApi()]);
    for (const id of ids) {
      expect(docs).not.toContain(`id="tool-${id}"`);
      expect(openApi).not.toContain(`"${id}"`);
    }
  });

  it.each(modelFamily.tools.map((tool) => ({ id: tool.id, tool })))(
    '$id answers 500 MODEL_UNAVAILABLE and names what needs no model',
    async ({ id, tool }) => {
      const { status, headers, body } = await service.invoke(id, tool.example.params);
      expect(status).toBe(500);
      expect(body).toEqual({
        error: body['message'],
        code: 'MODEL_UNAVAILABLE',
        message: `${id} needs a model, and this service has none.`,
        hint: expect.stringContaining(tool.alternatives[0]),
      });
      expect(headers.get('ratelimit')).toMatch(/^"public";r=\d+;t=\d+$/);
      expect(headers.get('retry-after')).toBeNull();
    },
  );

  it('a mistake in the params is told first', async () => {
    const { status, body } = await service.invoke('summarize-text', { txt: 'x' });
    expect([status, body['code'], body['message']]).toEqual([
      400,
      'INVALID_REQUEST',
      'params.txt is not a param of summarize-text. Did you mean params.text?',
    ]);
  });

  it('nobody is sent to a tool of a model by the hint of an unknown one', async () => {
    const { status, body } = await service.invoke('summarise-text', { text: 'x' });
    expect([status, body['code']]).toEqual([400, 'UNKNOWN_TOOL']);
    expect(body['hint']).not.toContain('summarize-text');
  });
});

describe('with a model', () => {
  it('lists them, and every example answers', async () => {
    await using service = await setUp((call) => ({
      text: modelFamily.tools[call - 1]?.example.result ?? '',
    }));
    const listed = (await service.listed()).filter(({ family }) => family === 'model');
    expect(listed.map(({ id }) => id)).toEqual(ids);
    for (const { id, example } of listed) {
      const { status, body } = await service.invoke(id, example.params);
      expect([id, status, body]).toEqual([id, 200, { result: example.result }]);
    }
    expect(service.calls()).toHaveLength(ids.length);
    const [docs, openApi] = await Promise.all([service.docs(), service.openApi()]);
    for (const id of ids) {
      expect(docs).toContain(`id="tool-${id}"`);
      expect(openApi).toContain(`"${id}"`);
    }
  });

  it('names them to a caller who misspelt one', async () => {
    await using service = await setUp([]);
    const { body } = await service.invoke('summarise-text', { text: 'x' });
    expect(body).toMatchObject({ code: 'UNKNOWN_TOOL', hint: expect.stringContaining('summarize-text') });
  });

  it.each<[string, Scripted]>([
    ['429', { status: 429, headers: { 'retry-after': '7' } }],
    ['500', { status: 500 }],
    ['broken JSON', { raw: '{"choices": [' }],
  ])('answers 500 MODEL_UNAVAILABLE, for later, where the provider answers %s', async (_, scripted) => {
    await using service = await setUp([scripted]);
    const { status, headers, body } = await service.invoke('fix-grammar', { text: 'She dont.' });
    expect(status).toBe(500);
    expect(body).toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      hint: expect.stringMatching(/^Try again later/),
    });
    expect(headers.get('retry-after')).toBeNull();
    expect(service.calls()).toHaveLength(1);
  });

  it('spends nothing once the calls of the day are used up', async () => {
    await using service = await setUp([], { MODEL_CALLS_PER_DAY: '0' });
    const { status, body } = await service.invoke('summarize-text', { text: 'x' });
    expect([status, body['code'], body['message']]).toEqual([
      500,
      'MODEL_UNAVAILABLE',
      'The model calls of this day are used up.',
    ]);
    const image = await service.analyse(pixel);
    expect([image.status, image.body['result']]).toEqual([200, expect.stringContaining('1 × 1 px')]);
    expect(service.calls()).toEqual([]);
    expect((await service.invoke('upper-case', { text: 'abc' })).body).toEqual({ result: 'ABC' });
  });
});
