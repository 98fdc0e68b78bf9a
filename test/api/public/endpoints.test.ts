import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const sheet = `List ${Date.now()}`;
beforeAll(async () => {
  api = await startApi({ WAITLIST_SHEETS: `${sheet},Closed:closed` });
});
afterAll(() => api[Symbol.asyncDispose]());

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

async function post(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(`${api.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

async function expectRefusal(answer: Answer, code: string, field: RegExp, status = 400): Promise<void> {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    error: answer.body['message'],
    code,
    message: expect.stringMatching(field),
    hint: expect.stringMatching(/\w/),
  });
}

describe('GET /api/tools', () => {
  const listed = async (query: string) => {
    const response = await fetch(`${api.url}/api/tools${query}`);
    const { items } = (await response.json()) as {
      items: { id: string; family: string; resultType: string }[];
    };
    return items;
  };

  it('lists every tool, those of a family, and those with all words of a search', async () => {
    const all = await listed('');
    expect(all.length).toBeGreaterThan(264);
    const hashes = await listed('?family=hash');
    expect(hashes).toEqual(all.filter(({ family }) => family === 'hash'));
    expect((await listed('?q=md5'))[0]).toMatchObject({ id: 'hash-text', resultType: 'text' });
    expect((await listed('?family=json&q=sort'))[0]?.id).toBe('json-sort-keys');
    expect(await listed('?family=nosuch')).toEqual([]);
  });
});

describe('POST /api/tools/invoke', () => {
  it('runs a pipeline of tools as one request, some under other names', async () => {
    const steps = [{ tool: 'extract-emails' }, { tool: 'uppercase' }];
    const params = { text: 'to ada@example.com', steps };
    expect(await post('/tools/invoke', { tool: 'pipeline', params })).toEqual({
      status: 200,
      body: { result: 'ADA@EXAMPLE.COM' },
    });
  });

  it('answers with a string, ignores unknown members, and takes gzip', async () => {
    const request = { tool: 'upper-case', params: { text: 'abc' }, trace: true };
    expect(await post('/tools/invoke', request)).toEqual({ status: 200, body: { result: 'ABC' } });
    const zipped = gzipSync(JSON.stringify(request));
    expect((await post('/tools/invoke', zipped, { 'content-encoding': 'gzip' })).body).toEqual({
      result: 'ABC',
    });
  });

  it('takes two texts of 200,000 characters, however they are escaped', async () => {
    const text = '\\u0041'.repeat(200_000);
    const body = `{"tool":"similarity-score","params":{"text":"${text}","other":"${text}"}}`;
    const { status, body: answer } = await post('/tools/invoke', body);
    expect(answer).not.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    expect([200, 400]).toContain(status);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['a body that is not JSON', '{"tool":', 'INVALID_JSON', /body/],
    ['an empty body', '', 'INVALID_JSON', /body/],
    ['a body that is not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'INVALID_JSON', /body/],
    ['a body that is no object', [], 'INVALID_REQUEST', /body/],
    ['null', 'null', 'INVALID_REQUEST', /body/],
    ['a missing tool', { params: {} }, 'INVALID_REQUEST', /^tool is required/],
    ['a tool of the wrong type', { tool: 7, params: {} }, 'INVALID_REQUEST', /^tool/],
    ['missing params', { tool: 'upper-case' }, 'INVALID_REQUEST', /^params is required/],
    ['params that are a list', { tool: 'upper-case', params: [] }, 'INVALID_REQUEST', /^params/],
    ['params that are null', { tool: 'upper-case', params: null }, 'INVALID_REQUEST', /^params/],
    ['an unknown tool', { tool: 'uper-case', params: {} }, 'UNKNOWN_TOOL', /uper-case/],
    ['a name of every object', { tool: 'constructor', params: {} }, 'UNKNOWN_TOOL', /constructor/],
    [
      'an unknown param',
      { tool: 'upper-case', params: { txt: 'a' } },
      'INVALID_REQUEST',
      /params\.txt.*params\.text/,
    ],
    ['a missing text', { tool: 'upper-case', params: {} }, 'INVALID_REQUEST', /^params\.text/],
    [
      'a text that is too long',
      { tool: 'upper-case', params: { text: 'x'.repeat(200_001) } },
      'INVALID_REQUEST',
      /^params\.text/,
    ],
    ['a body that is too large', 'x'.repeat(3_000_001), 'PAYLOAD_TOO_LARGE', /body/],
  ])('refuses %s with 400', async (_, body, code, field) => {
    await expectRefusal(await post('/tools/invoke', body), code, field);
  });

  it('names the nearest ids for an unknown one', async () => {
    const { body } = await post('/tools/invoke', { tool: 'uper-case', params: {} });
    expect(body['hint']).toContain('upper-case');
  });

  it('answers an encoding it does not know with 400', async () => {
    await expectRefusal(
      await post('/tools/invoke', '{}', { 'content-encoding': 'zstd' }),
      'UNSUPPORTED_ENCODING',
      /./,
    );
    await expectRefusal(
      await post('/tools/invoke', '{}', { 'content-encoding': 'gzip' }),
      'INVALID_ENCODING',
      /./,
    );
  });

  it('answers other methods with 405 and Allow', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
      const response = await fetch(`${api.url}/api/tools/invoke`, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
      expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    }
  });
});

describe('POST /api/tools/analyze-image', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['another tool', { tool: 'upper-case', params: { image: 'x' } }, 'INVALID_REQUEST', /^tool/],
    ['no image', { tool: 'image-to-prompt', params: {} }, 'INVALID_REQUEST', /^params\.image is required/],
    ['text', { tool: 'image-to-prompt', params: { image: 'hello' } }, 'INVALID_IMAGE', /image/],
    [
      'another kind of data',
      { tool: 'image-to-prompt', params: { image: 'data:text/plain;base64,aGk=' } },
      'INVALID_IMAGE',
      /image/,
    ],
    [
      'an address inside',
      { tool: 'image-to-prompt', params: { image: 'http://127.0.0.1/a.png' } },
      'INVALID_IMAGE',
      /image/,
    ],
    [
      'an address of cloud metadata',
      { tool: 'image-to-prompt', params: { image: 'http://169.254.169.254/' } },
      'INVALID_IMAGE',
      /image/,
    ],
  ])('refuses %s with 400', async (_, body, code, field) => {
    await expectRefusal(await post('/tools/analyze-image', body), code, field);
  });
});

describe('POST /api/skills', () => {
  it('answers both previews with 200 and one shape', async () => {
    const blog = await post('/skills/ai-blog-writer-light', { topic: '  Growing tomatoes  ' });
    const human = await post('/skills/ai-humanizer', {
      text: 'It is important to note that we utilize this.',
    });
    for (const { status, body } of [blog, human]) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        state: 'degraded',
        preview: expect.stringMatching(/\w/),
        degraded: { reason: 'no-model', method: 'rules' },
        usage: { used: 0 },
      });
    }
    expect(blog.body).toMatchObject({
      title: expect.any(String),
      outline: expect.any(Array),
      counts: { inputChars: 16 },
    });
    expect(human.body).toMatchObject({ changes: expect.any(Number) });
  });

  it('answers a text over the limit with the state too-long', async () => {
    const { status, body } = await post('/skills/ai-humanizer', { text: 'x'.repeat(5_001) });
    expect([status, body['state'], body['preview']]).toEqual([200, 'too-long', '']);
  });

  it.each<[string, string, unknown, string, RegExp]>([
    ['a short topic', '/skills/ai-blog-writer-light', { topic: ' ab ' }, 'INVALID_REQUEST', /^topic/],
    ['a long topic', '/skills/ai-blog-writer-light', { topic: 'x'.repeat(121) }, 'INVALID_REQUEST', /^topic/],
    ['no topic', '/skills/ai-blog-writer-light', {}, 'INVALID_REQUEST', /^topic/],
    ['a blank text', '/skills/ai-humanizer', { text: ' \n ' }, 'INVALID_REQUEST', /^text must not be blank/],
    ['an empty text', '/skills/ai-humanizer', { text: '' }, 'INVALID_REQUEST', /^text/],
    ['over 100 KB', '/skills/ai-humanizer', { text: 'x'.repeat(100_000) }, 'PAYLOAD_TOO_LARGE', /./],
  ])('refuses %s with 400', async (_, path, body, code, field) => {
    await expectRefusal(await post(path, body), code, field);
  });
});

describe('POST /api/waitlist', () => {
  it('adds an address once and answers the same again', async () => {
    const first = await post('/waitlist', { email: 'Ada@Lovelace.org' });
    expect(first).toEqual({
      status: 200,
      body: { success: true, message: expect.any(String), updatedRange: `'${sheet}'!A2:C2` },
    });
    expect(await post('/waitlist', { email: ' ada@lovelace.org ', sheetName: sheet })).toEqual(first);
  });

  it.each<[string, unknown, number, string]>([
    ['no address', {}, 400, 'INVALID_REQUEST'],
    ['something else', { email: 'ada' }, 400, 'INVALID_EMAIL'],
    ['an unknown sheet', { email: 'ada@lovelace.org', sheetName: 'Nope' }, 404, 'SHEET_NOT_FOUND'],
    ['a closed sheet', { email: 'ada@lovelace.org', sheetName: 'Closed' }, 403, 'SHEET_CLOSED'],
    ['a disposable domain', { email: 'ada@mailinator.com' }, 403, 'EMAIL_NOT_ALLOWED'],
  ])('refuses %s', async (_, body, status, code) => {
    await expectRefusal(await post('/waitlist', body), code, /\w/, status);
  });

  it('gives the operator the rows as CSV, and nobody else', async () => {
    await post('/waitlist', { email: 'grace@hopper.org' });
    const path = `${api.url}/manage/waitlist/${encodeURIComponent(sheet)}.csv`;
    const authorization = `Bearer ${api.config.ADMIN_TOKEN}`;
    const response = await fetch(path, { headers: { authorization } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(response.headers.get('content-disposition')).toContain('.csv');
    expect(await response.text()).toContain('grace@hopper.org');
    expect((await fetch(path)).status).toBe(401);
    const { workspace } = await api.newOwner();
    expect((await fetch(path, { headers: { authorization: `Bearer ${workspace.token}` } })).status).toBe(401);
    const unknown = await fetch(`${api.url}/manage/waitlist/Nope.csv`, { headers: { authorization } });
    expect(unknown.status).toBe(404);
  });
});
