import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Step } from '#capabilities/step.ts';
import { ErrorBody, errorCatalogue } from '#contracts/errors.ts';
import { newId } from '#domain/ids.ts';
import { createConversations } from '#store/conversation/conversations.ts';
import { createRuns } from '#store/run/runs.ts';
import { createApprovals } from '#store/approval/approvals.ts';
import { createErasures } from '#store/erasure/erasures.ts';
import { createSentEvents } from '#store/event/sent-events.ts';
import { createTokens } from '#store/token/tokens.ts';
import { pathsOf } from '#test/support/routes.ts';
import { startPdfApi } from '#test/support/pdf-worker.ts';

interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface HeaderObject {
  readonly required: boolean;
  readonly schema: object;
}
interface Documented {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: Readonly<Record<string, { readonly $ref: string } | HeaderObject>>;
        readonly content?: Readonly<Record<string, Content>>;
      }
    >
  >;
}
interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, HeaderObject>>;
  };
}

let api: Awaited<ReturnType<typeof startPdfApi>>;
let openApi: OpenApi;
let ajv: Ajv2020;
let owner: Awaited<ReturnType<typeof api.newOwner>>;

beforeAll(async () => {
  api = await startPdfApi();
  openApi = (await (await fetch(`${api.url}/openapi.json`)).json()) as OpenApi;
  ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ ...openApi, $id: 'reveille' });
  owner = await api.newOwner();
});
afterAll(() => api[Symbol.asyncDispose]());

const operations = () =>
  Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

const compiled = new WeakMap<object, ValidateFunction>();
/** By their text: most operations declare the same refusals. */
const compiledTexts = new Map<string, ValidateFunction>();

/** A schema of the document, with its references into the document. */
function compile(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema).replaceAll('"#/', '"reveille#/');
  const check = compiledTexts.get(text) ?? ajv.compile(JSON.parse(text) as object);
  compiledTexts.set(text, check);
  compiled.set(schema, check);
  return check;
}

function validate(schema: object, value: unknown): string | null {
  const check = compile(schema);
  return check(value) ? null : ajv.errorsText(check.errors);
}

/** Names of members, at any depth and behind references, that have no description. */
function undescribedIn(schema: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const {
    properties = {},
    $ref,
    ...rest
  } = schema as {
    properties?: Record<string, { description?: string; $ref?: string }>;
    $ref?: string;
  };
  const target = $ref
    ?.split('/')
    .reduce<unknown>((at, name) => (name === '#' ? openApi : (at as Record<string, unknown>)[name]), openApi);
  const own = Object.entries(properties).filter(
    ([, member]) => member.description === undefined && member.$ref === undefined,
  );
  return [
    ...own.map(([name]) => name),
    ...[target, ...Object.values(properties), ...Object.values(rest)].flatMap((inner) =>
      undescribedIn(inner, seen),
    ),
  ];
}

/** Asserts that an answer is one that the operation declares: status, headers, media type, body. */
async function expectDeclared(operation: Documented, response: Response): Promise<unknown> {
  const declared = operation.responses[String(response.status)];
  const text = await response.text();
  expect(
    declared,
    `${operation.operationId} answered ${response.status}: ${text.slice(0, 300)}`,
  ).toBeDefined();
  for (const [name, header] of Object.entries(declared!.headers ?? {})) {
    const { required, schema } = '$ref' in header ? openApi.components.headers[name]! : header;
    const value = response.headers.get(name);
    if (value === null) expect(required, `${operation.operationId} without ${name}`).toBe(false);
    else expect(validate(schema, 'minimum' in schema ? Number(value) : value)).toBeNull();
  }
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (declared!.content === undefined) {
    expect(text).toBe('');
    return null;
  }
  expect(Object.keys(declared!.content)).toContain(mediaType);
  if (mediaType !== 'application/json') return text;
  const body: unknown = JSON.parse(text);
  expect(
    validate(declared!.content[mediaType]!.schema, body),
    `${operation.operationId}: ${text.slice(0, 500)}`,
  ).toBeNull();
  return body;
}

/** Things that the paths can name, in a new workspace: a change may take them away, and eight deliveries fill it. */
async function fixtures(): Promise<Readonly<Record<string, string>>> {
  owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const body = JSON.stringify({ event_id: newId('delivery') });
  const deliver = await fetch(automation.hook, { method: 'POST', body });
  const { deliveryId } = (await deliver.json()) as { deliveryId: string };
  // Its repeat.
  await fetch(automation.hook, { method: 'POST', body });
  const agent = (await (await owner.manage('POST', '/agents', { name: 'Spare' })).json()) as { id: string };
  const created = await owner.manage('POST', `/agents/${agent.id}/network-access`, {
    domain: 'example.org',
    headerName: 'X-Key',
    headerValue: 'secret',
  });
  const { id: policyId } = (await created.json()) as { id: string };
  const issues = {
    openapi: '3.0.0',
    paths: { '/issues': { get: { operationId: 'issues-get' }, post: { operationId: 'issues-create' } } },
  };
  const added = await owner.manage('POST', `/agents/${agent.id}/apis?name=orders&host=example.org`, issues);
  const { id: apiId } = (await added.json()) as { id: string };
  await owner.manage('POST', '/secrets', { name: 'key', value: 'secret-of-it', domains: ['example.org'] });
  const rule = await owner.manage('POST', '/alerts', {
    name: 'On call',
    condition: { kind: 'first_failure' },
    channel: { kind: 'webhook', url: 'https://example.com/alerts' },
  });
  const { id: ruleId } = (await rule.json()) as { id: string };
  const eventTarget = await owner.manage('POST', '/event-targets', { url: 'http://127.0.0.1:59999/events' });
  const { id: targetId } = (await eventTarget.json()) as { id: string };
  const event = await createSentEvents(api).beginTest({ workspaceId: owner.workspace.id, targetId });
  const conversationId = newId('conversation');
  await createConversations({ redis: api.redis, workflowUrl: () => null }).save(
    {
      workspaceId: owner.workspace.id,
      agentId: agent.id,
      agentName: 'Spare',
      conversationId,
      messageId: newId('message'),
      text: 'Report id.',
    },
    { isNew: true },
  );
  const approvalId = newId('approval');
  await createApprovals(api).ask({ kind: 'owner', workspaceId: owner.workspace.id }, [
    {
      id: approvalId,
      agentId: agent.id,
      turn: 0,
      request: 1,
      policyId,
      workflowId: 'none',
      hours: 1,
      call: { callId: approvalId, name: 'http_request', method: 'POST', url: 'https://example.org/' },
    },
  ]);
  const endedBody = JSON.stringify({ event_id: newId('delivery') });
  const ended = await fetch(automation.hook, { method: 'POST', body: endedBody });
  const { deliveryId: endedId } = (await ended.json()) as { deliveryId: string };
  const run = { kind: 'delivery', workspaceId: owner.workspace.id, automationId: automation.id } as const;
  await createRuns(api).finish({ ...run, deliveryId: endedId }, { outcome: 'skipped', reason: null });
  const kept = await owner.manage('POST', `/automations/${automation.id}/cases`, { deliveryId: endedId });
  const { id: caseId } = (await kept.json()) as { id: string };
  const rehearsed = await owner.manage('POST', `/automations/${automation.id}/rehearsals`, {});
  const { rehearsalId } = (await rehearsed.json()) as { rehearsalId: string };
  const erasure = await createErasures(api).begin(owner.workspace.id, { kind: 'reference', target: 'None' });
  const { id: tokenId } = await createTokens(api).create(owner.workspace.id, { name: 'T', role: 'viewer' });
  return {
    conversationId,
    tokenId,
    erasureId: erasure?.erasureId ?? '',
    reference: 'Order 7',
    workspaceId: (await api.newOwner()).workspace.id,
    token: automation.hook.split('/').at(-1)!,
    id: automation.id,
    deliveryId,
    agentId: agent.id,
    policyId,
    apiId,
    ruleId,
    targetId,
    eventId: event.id,
    approvalId,
    endedId,
    caseId,
    rehearsalId,
    revision: '1',
    sheet: 'Waitlist',
    name: 'key',
    month: '2026-11',
  };
}

async function send(
  { path, method }: { path: string; method: string },
  values: Readonly<Record<string, string>>,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const ids: typeof values = path.startsWith('/manage/workspaces/')
    ? { id: values['workspaceId'] ?? '' }
    : values;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'missing');
  const { security = [] } = openApi.paths[path]?.[method.toLowerCase()] ?? {};
  const isOperator = security.some((scheme) => 'operatorToken' in scheme);
  const token = isOperator ? api.config.ADMIN_TOKEN : owner.workspace.token;
  return await fetch(`${api.url}${filled}`, {
    method,
    headers: {
      ...(path.startsWith('/manage') ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
}

describe('GET /openapi.json', () => {
  it('is OpenAPI 3.1 whose schemas compile and whose operation ids are unique', () => {
    expect(openApi.openapi).toMatch(/^3\.1\./);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const schemas = operations().flatMap(({ operation }) => [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
    ]);
    for (const { schema } of schemas) expect(() => validate(schema, null)).not.toThrow();
  });

  it('has patterns that every generator of clients reads, without classes of Unicode', () => {
    const patterns: string[] = [];
    JSON.parse(JSON.stringify(openApi), (name, value: unknown) => {
      if (name === 'pattern' && typeof value === 'string') patterns.push(value);
      return value;
    });
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => /\\p\{/i.test(pattern))).toEqual([]);
  });

  it('describes every member of /manage, /hooks and the previews whose name does not say it all', () => {
    const named =
      /^(id|name|(\w+Id)|\w+At|(duration|retryAfter)\w*|items|method|status|scheme|host|path|port|allowed|contentType|counts|limits)$/;
    const schemas = operations()
      .filter(({ path }) => /^\/(manage|hooks|api\/skills)/.test(path))
      .flatMap(({ operation }) => [
        ...Object.values(operation.requestBody?.content ?? {}),
        ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
      ]);
    const undescribed = new Set(schemas.flatMap(({ schema }) => undescribedIn(schema)));
    expect([...undescribed].filter((name) => !named.test(name))).toEqual([]);
    expect(JSON.stringify(openApi.components)).toMatch(
      /`unknown_effect`: a request that must not be sent twice/,
    );
  });

  it('declares exactly the statuses of the six endpoints', () => {
    const statuses = Object.fromEntries(
      operations()
        .filter(({ path, method }) => path.startsWith('/api/') && method === 'POST')
        .map(({ path, operation }) => [path, Object.keys(operation.responses).join(' ')]),
    );
    expect(statuses).toEqual({
      '/api/tools/invoke': '200 400 429 500',
      '/api/tools/analyze-image': '200 400 429 500',
      '/api/tools/pdf': '200 400 429 500',
      '/api/skills/ai-blog-writer-light': '200 400 429',
      '/api/skills/ai-humanizer': '200 400 429',
      '/api/waitlist': '200 400 403 404 429 500',
    });
  });

  it('declares Retry-After of a public 500 where a body is read into memory, and as one that may be absent', () => {
    const declared = operations()
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ path, operation }) => [path, operation.responses['500']?.headers?.['Retry-After']] as const)
      .filter(([, header]) => header !== undefined);
    expect(declared.map(([path]) => path).toSorted()).toEqual([
      '/api/tools/analyze-image',
      '/api/tools/invoke',
      '/api/waitlist',
    ]);
    for (const [, header] of declared) expect(header).toMatchObject({ required: false });
  });

  it('has every example of a request fit its schema', () => {
    for (const { operation } of operations()) {
      for (const { schema, examples = {} } of Object.values(operation.requestBody?.content ?? {})) {
        for (const [name, { value }] of Object.entries(examples))
          expect(validate(schema, value), `${operation.operationId} ${name}`).toBeNull();
      }
    }
  });

  it('is answered as declared by every operation, for each of its examples', async () => {
    const read = await fixtures();
    const isChange = ({ method }: { method: string }) => !/^(GET|OPTIONS)$/.test(method);
    // Objects that are only read stay as they are; each change has objects of its own.
    for (const address of operations().toSorted((one, other) => +isChange(one) - +isChange(other))) {
      const { operation, path } = address;
      // Operations that need a target, a worker of the runs, a failure, a plan, the handshake of a sender, a document or a browser have tests of their own.
      const isTestedElsewhere =
        /^(isReady|readCause|readCaseOfDelivery|confirmPlan|sendRequest|sendMessage|sendTestAlert|(dis)?connectPolicy|previewApi|createApi|(give|accept)Document|(answer|read|accept)Handshake|answerPreflight)$/.test(
          operation.operationId,
        );
      if (path === '/api/tools/pdf' || isTestedElsewhere) continue;
      const examples = Object.entries(operation.requestBody?.content['application/json']?.examples ?? {});
      for (const [, example] of examples.length === 0 ? [['', undefined] as const] : examples) {
        const values = isChange(address) && path.includes('{') ? await fixtures() : read;
        const isCase = operation.operationId === 'keepCase';
        const given = isCase
          ? { ...(example?.value as object), deliveryId: values['endedId'] }
          : example?.value;
        const response = await send(address, values, given);
        expect(response.status, `${operation.operationId} ${JSON.stringify(example?.value)}`).toBeLessThan(
          300,
        );
        await expectDeclared(operation, response);
      }
    }
  }, 300_000);

  it("asks for the operator's token where the operator is meant", () => {
    const { operation } = operations().find(({ path }) => path === '/manage/workspaces')!;
    const examples = operation.responses['401']?.content?.['application/json']?.examples ?? {};
    expect(examples['UNAUTHENTICATED']?.value).toMatchObject({ hint: expect.stringMatching(/ADMIN_TOKEN/) });
  });

  it('is answered as declared where a tool needs a model', async () => {
    const address = operations().find(({ operation }) => operation.operationId === 'invokeTool')!;
    const body = { tool: 'summarize-text', params: { text: 'A text.' } };
    const response = await send(address, {}, body);
    expect(response.status).toBe(500);
    const answer = await expectDeclared(address.operation, response);
    const examples = address.operation.responses['500']?.content?.['application/json']?.examples ?? {};
    expect(answer).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(examples['MODEL_UNAVAILABLE']?.value).toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });

  it('is answered as declared when an id, a token or a version is wrong', async () => {
    for (const address of operations()) {
      const { operation, path } = address;
      const missing = new Proxy({}, { get: () => 'missing' });
      if (path.includes('{')) await expectDeclared(operation, await send(address, missing));
      if (path.startsWith('/manage')) {
        const response = await send(address, missing, undefined, { authorization: 'Bearer nobody' });
        expect(response.status).toBe(401);
        await expectDeclared(operation, response);
      }
      if (/^\/(api|manage)/.test(path)) {
        const response = await send(address, missing, undefined, { 'api-version': '2019-01-01' });
        expect(await expectDeclared(operation, response)).toMatchObject({ code: 'UNSUPPORTED_API_VERSION' });
      }
    }
  });

  it('is answered as declared when a body is broken, of the wrong type or too large', async () => {
    const bodyOf = (chars: number) => Buffer.from(JSON.stringify({ text: 'x'.repeat(chars) }));
    const tooLarge = bodyOf(1_100_000);
    // To send so much takes most of the time: only where a body may be large.
    const farTooLarge = bodyOf(20_000_000);
    const takesMore = new Set([
      'previewApi',
      'createApi',
      'giveDocument',
      'invokeTool',
      'checkRequest',
      'sendRequest',
      'sendDelivery',
      'analyzeImage',
      'processPdf',
    ]);
    // A refusal changes nothing.
    const values = await fixtures();
    for (const address of operations()) {
      const { operation, path } = address;
      if (operation.requestBody === undefined || path.startsWith('/hooks')) continue;
      for (const body of [
        [],
        'text',
        7,
        {
          name: 7,
          tool: 7,
          topic: 7,
          text: 7,
          email: 7,
          url: 7,
          headerName: 7,
          outcome: 7,
          limit: 7.5,
          number: 7.5,
          revision: 7.5,
          deliveryId: 7,
        },
      ]) {
        const response = await send(address, values, body);
        expect(response.status, `${operation.operationId} ${JSON.stringify(body)}`).toBe(400);
        await expectDeclared(operation, response);
      }
      const size = takesMore.has(operation.operationId) ? farTooLarge : tooLarge;
      const large = await send(address, values, size);
      expect(await expectDeclared(operation, large)).toMatchObject({
        code: path === '/api/tools/pdf' ? 'INVALID_REQUEST' : 'PAYLOAD_TOO_LARGE',
      });
    }
  });

  it('is answered as declared by each action of the PDF endpoint', async () => {
    const document = await PDFDocument.create();
    document.addPage();
    const pdf = new Blob([Buffer.from(await document.save())], { type: 'application/pdf' });
    const { operation } = operations().find(({ path }) => path === '/api/tools/pdf')!;
    for (const action of ['pdf-to-text', 'get-info', 'split', 'merge']) {
      const form = new FormData();
      form.append('action', action);
      form.append('files', pdf, 'a.pdf');
      if (action === 'merge') form.append('files', pdf, 'b.pdf');
      if (action === 'split') form.append('ranges', '1');
      const response = await fetch(`${api.url}/api/tools/pdf`, { method: 'POST', body: form });
      expect(response.status).toBe(200);
      await expectDeclared(operation, response);
    }
  });
});

describe('GET /', () => {
  it('leads to the reference', async () => {
    const response = await fetch(`${api.url}/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
  });
});

/** A page of the reference, and what is in it. */
async function readPage(path: string) {
  const response = await fetch(`${api.url}${path}`);
  const text = await response.text();
  // Texts and values hold no angle brackets, so each of them is a tag's.
  const nodes = Array.from(text.matchAll(/<[a-z][^>]*>/g), ([tag]) => tag);
  const valuesOf = (name: string) =>
    Array.from(text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g')), ([, value = '']) => value);
  return { path, response, text, nodes, ids: valuesOf('id'), links: valuesOf('href') };
}

type ReadPage = Awaited<ReturnType<typeof readPage>>;
let pagesRead: Promise<readonly ReadPage[]> | undefined;

/** The index, and every page that it leads to. */
function everyPage(): Promise<readonly ReadPage[]> {
  return (pagesRead ??= (async () => {
    const index = await readPage('/docs');
    const paths = new Set(index.links.map((link) => link.split('#', 1)[0] ?? ''));
    return [
      index,
      ...(await Promise.all(
        [...paths].filter((path) => path.startsWith('/docs/') && !path.includes('.')).map(readPage),
      )),
    ];
  })());
}

const pageWith = async (id: string) => {
  const found = (await everyPage()).filter(({ path, ids }) => path !== '/docs' && ids.includes(id));
  expect(found.map(({ path }) => path)).toHaveLength(1);
  return found[0]!;
};

describe('GET /docs', () => {
  it('is pages that need no other host and allow no inline script', async () => {
    for (const { path, response, text } of [...(await everyPage()), await readPage('/docs/search?q=slug')]) {
      expect([path, response.status]).toEqual([path, 200]);
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(text).not.toMatch(/<script(?![^>]*src=)|<[^>]+\s(?:on\w+|style)=/);
      for (const [, url] of text.matchAll(/(?:src|href|action)="([^"]+)"/g))
        expect(url).toMatch(/^(\/[^/]|#|data:,)/);
    }
  });

  it('has at most 3,000 nodes and one field for a token on each page', async () => {
    const pages = await everyPage();
    expect(pages.length).toBeGreaterThan(30);
    for (const { path, nodes } of [...pages, await readPage('/docs/search?q=e')]) {
      expect([path, Math.max(nodes.length, 3_000)]).toEqual([path, 3_000]);
      const tokens = nodes.filter((tag) => tag.includes('type="password"'));
      const needed = nodes.filter((tag) => tag.includes('data-token='));
      expect([path, tokens.length]).toEqual([path, needed.length > 0 ? 1 : 0]);
    }
  });

  it('has links that all lead somewhere', async () => {
    const pages = new Map((await everyPage()).map((page) => [page.path, page]));
    for (const { path, links } of pages.values())
      for (const link of links.filter(
        (to) => to.startsWith('#') || /^\/docs(?:#|\/[\w-]+(?:#|$))/.test(to),
      )) {
        const [address = '', id] = link.split('#');
        const target = pages.get(address === '' ? path : address);
        expect([path, link, target !== undefined]).toEqual([path, link, true]);
        if (id !== undefined) expect([path, link, target?.ids.includes(id)]).toEqual([path, link, true]);
      }
  });

  it('names its styles and scripts after their content, so that they may be kept for ever, compressed', async () => {
    const page = await (await fetch(`${api.url}/docs`)).text();
    const assets = [...page.matchAll(/"(\/docs\/[\w-]{16}\/[^"]+)"/g)].map(([, asset = '']) => asset);
    expect(assets).toHaveLength(6);
    for (const asset of assets) {
      expect(asset).toMatch(/^\/docs\/[\w-]{16}\/[\w-]+\.(?:css|js)$/);
      const { headers } = await fetch(`${api.url}${asset}`);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await fetch(`${api.url}/docs/${'A'.repeat(16)}/docs.css`)).status).toBe(404);
    expect((await fetch(`${api.url}/docs/nothing`)).status).toBe(404);
  });

  it('shows every operation and every tool on one page, and the index leads there from the place of old links', async () => {
    const index = await readPage('/docs');
    const { items } = (await (await fetch(`${api.url}/api/tools`)).json()) as { items: { id: string }[] };
    const ids = [
      ...operations().map(({ operation }) => operation.operationId),
      ...items.map(({ id }) => `tool-${id}`),
    ];
    for (const id of ids) {
      const { path } = await pageWith(id);
      expect(index.ids).toContain(id);
      expect(index.links).toContain(`${path}#${id}`);
    }
    expect((await pageWith('deliver')).text).toContain('INTAKE_UNAVAILABLE');
  });

  it.each([
    ['q=slug', '/docs/tools-web#tool-slugify'],
    ['q=Delete+an+Automation', '/docs/automations#deleteAutomation'],
    ['q=%2Fmanage%2Fsecrets+post', '/docs/tokens#createSecret'],
  ])('finds what is searched for: %s', async (query, link) => {
    const { text, links } = await readPage(`/docs/search?${query}`);
    expect(links).toContain(link);
    expect(text).toMatch(/\d+ results?/);
  });

  it('shows what was searched for as text, and says that nothing was found', async () => {
    const { text } = await readPage(`/docs/search?q=${encodeURIComponent('"><b>no such thing')}`);
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;no such thing"');
    expect(text).toContain('0 results');
  });

  it('shows the members of an error once, and every refusal refers to them', async () => {
    const pages = await everyPage();
    const index = pages[0]!.text;
    const shown = index.slice(index.indexOf('id="error"'), index.indexOf('<h2>Operations</h2>'));
    for (const name of Object.keys(ErrorBody.shape))
      expect(shown).toContain(`<code class="name">${name}</code>`);
    const all = pages.map(({ text }) => text).join('');
    expect(all.split(ErrorBody.shape.hint.description!)).toHaveLength(2);
    const refusals = operations().flatMap(({ operation }) =>
      Object.entries(operation.responses).filter(
        // 422 is a verdict.
        ([status, { content }]) =>
          Number(status) >= 400 && status !== '422' && content?.['application/json'] !== undefined,
      ),
    );
    expect(refusals.length).toBeGreaterThan(400);
    expect(all.split('<a href="/docs#error">')).toHaveLength(refusals.length + 1);
  });

  it.each(['readDelivery', 'readConversation', 'sendMessage'])(
    'shows every kind of step in the answer of %s',
    async (operationId) => {
      const { text } = await pageWith(operationId);
      const section = text.slice(text.indexOf(`<section class="operation" id="${operationId}">`));
      const words = section.slice(0, section.indexOf('</section>')).replaceAll(/(?:<[^>]+>|\s)+/g, ' ');
      for (const { shape } of Step.options) {
        const { kind, ...members } = shape;
        expect(words).toContain(` kind &quot;${kind.value}&quot; ${kind.description} `);
        for (const name of Object.keys(members)) expect(words).toContain(` ${name} `);
      }
    },
  );
});

describe('the list of codes', () => {
  it('is closed: every code is declared by an operation, but those that belong to none', () => {
    const declared = new Set(
      operations().flatMap(({ operation }) =>
        Object.values(operation.responses).flatMap(({ content }) =>
          Object.keys(content?.['application/json']?.examples ?? {}),
        ),
      ),
    );
    const ofNone = new Set([
      'METHOD_NOT_ALLOWED',
      'API_VERSION_RETIRED',
      'CSRF_INVALID',
      'ORIGIN_NOT_ALLOWED',
    ]);
    const missing = Object.keys(errorCatalogue).filter((code) => !declared.has(code) && !ofNone.has(code));
    expect(missing).toEqual([]);
  });
});

describe('the routes', () => {
  it('are the paths of the reference, beside pages and what they load', () => {
    const routes = pathsOf(api.app).filter(
      (path) => !/^\/(?:$|docs\/|mcp$|approvals\/|console(?:\/|$))/.test(path),
    );
    expect(routes.toSorted()).toEqual(Object.keys(openApi.paths).toSorted());
  });
});
