import { Client, Connection, type WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect, test } from 'vitest';

import { httpTarget } from '#test/adapters/egress/support/target.ts';
import { rotatingClient, startRotatingServer } from '#test/adapters/oauth/support/rotating-server.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { type Scripted, startModelServer } from '#test/support/model-server.ts';
import { newOwner, type Owner } from '#test/support/supervised.ts';
import { startOrderTarget } from '#test/support/target.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';
import { filesWithCredential, temporalAddress } from './one-service/credential.ts';
import { startSharedService } from './one-service/shared-service.ts';

const folder = folderOfFile('reveille-one-run-');

const call = (name: string, args: object): Scripted => ({
  toolCalls: [{ name, arguments: JSON.stringify(args) }],
});

const body = { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] };
const document = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'orders/create',
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
      },
    },
  },
};

/** Takes no token but those that follow the first, and sends back all that it is sent. */
async function startCustomers() {
  const tokens: string[] = [];
  const isOld = (token: string) => token === tokens[0];
  const answer: Parameters<typeof httpTarget>[0] = ({ headers: { authorization = '' } }, response) => {
    const token = authorization.slice('Bearer '.length);
    tokens.push(token);
    if (isOld(token)) response.setHeader('WWW-Authenticate', 'Bearer error="invalid_token"');
    response.writeHead(isOld(token) ? 401 : 200).end(`The customer 7, for ${token}.`);
  };
  return Object.assign(await httpTarget(answer, '127.0.0.2'), { tokens });
}

/** An owner's agent with a policy of OAuth 2, an API, and another policy whose writes wait for an approval. */
async function giveAccess(owner: Owner, { issuer, shop }: Readonly<Record<'issuer' | 'shop', string>>) {
  const manage = async <T>(method: string, path: string, given?: object) =>
    (await owner.manage(method, path, given)) as T;
  const [agent] = (await manage<{ items: { id: string }[] }>('GET', '/agents')).items;
  const oauth = { grant: 'client_credentials', ...rotatingClient, issuer, scopes: [] };
  await manage('POST', `/agents/${agent?.id}/network-access`, { domain: '127.0.0.2', oauth });
  await owner.allow('127.0.0.1', 'canary-key-of-the-shop', { approval: 'writes' });
  const place = new URLSearchParams({ name: 'shop', host: shop, basePath: '/v1' }).toString();
  const { id: apiId } = await manage<{ id: string }>('POST', `/agents/${agent?.id}/apis?${place}`, document);
  const operations = [{ name: 'orders-create' }];
  await manage('PATCH', `/agents/${agent?.id}/apis/${apiId}`, { operations });
  return manage;
}

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;

/** The summaries of steps, as the Web UI of Temporal shows them. */
const summariesOf = ({ events }: History): readonly string[] =>
  (events ?? []).flatMap(({ userMetadata }) => {
    const data = userMetadata?.summary?.data;
    return data ? [JSON.parse(Buffer.from(data).toString()) as string] : [];
  });

test('one run with a call by OAuth and an approved operation stands in record, history, page and trace, and no secret does', async () => {
  await using login = await startRotatingServer({ redirectUri: 'http://localhost/unused' });
  await using customers = await startCustomers();
  await using shop = await startOrderTarget({ key: 'canary-key-of-the-shop' });
  await using models = await startModelServer([
    call('http_request', { method: 'GET', url: `${customers.url}/customers/7`, headers: null, body: null }),
    call('shop_orders-create', { body: { sku: 'A-1' } }),
    call('finish', { answer: 'The order is placed.', failure: null }),
  ]);
  await using service = await startSharedService(folder(), {
    MODEL: 'openai-compatible/scripted',
    MODEL_BASE_URL: models.baseUrl,
  });
  const owner = await newOwner(service.url, service.dataDir);
  const manage = await giveAccess(owner, { issuer: login.issuer, shop: shop.url });
  const automation = await owner.newAutomation('Look the customer up, then order as you see fit.');
  const taken = await fetch(automation.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"customer":7}',
  });
  const { deliveryId } = (await taken.json()) as { deliveryId: string };
  const outcome = async () => (await owner.record(deliveryId)).outcome;
  await expect.poll(outcome).toBe('waiting');
  expect(shop.seen).toEqual([]);
  const open = await manage<{ items: { id: string; summary: string }[] }>('GET', '/approvals?state=open');
  expect(open.items.map(({ summary }) => summary)).toEqual([
    `shop.orders-create: POST ${new URL(shop.url).host}/v1/orders`,
  ]);
  await manage('POST', `/approvals/${open.items[0]?.id}`, { decision: 'approve' });
  await expect.poll(outcome).toBe('succeeded');

  expect(customers.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /customers/7',
    'GET /customers/7',
  ]);
  expect([new Set(customers.tokens).size, login.tokenRequests()]).toEqual([2, 2]);
  expect(shop.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/v1/orders', '{"sku":"A-1"}'],
  ]);

  const record = await owner.record(deliveryId);
  expect(record.steps.filter(({ kind }) => kind === 'request')).toMatchObject([
    {
      method: 'GET',
      status: 200,
      attachedHeaders: ['Authorization'],
      operation: null,
      // The tokens did come back: otherwise the search below would prove nothing.
      responseBody: 'The customer 7, for [redacted].',
    },
    {
      method: 'POST',
      status: 201,
      attachedHeaders: ['X-API-Key'],
      operation: { name: 'shop.orders-create', effect: 'write' },
      approval: { state: 'approved', by: 'First token' },
    },
  ]);

  const connection = await Connection.connect({ address: await temporalAddress(service.dataDir) });
  const run = new Client({ connection }).workflow.getHandle(record.workflow?.id ?? '');
  const history = await run.fetchHistory();
  await connection.close();
  expect(summariesOf(history)).toEqual(
    expect.arrayContaining([
      `GET ${new URL(customers.url).host}/customers/7`,
      `shop.orders-create: POST ${new URL(shop.url).host}/v1/orders`,
      `Approval: shop.orders-create: POST ${new URL(shop.url).host}/v1/orders`,
    ]),
  );

  const visitor = consoleVisitor(service.url);
  await visitor.signIn(owner.token);
  const page = (await visitor.show(`/console/deliveries/${deliveryId}`)).text;
  for (const text of ['/customers/7', 'shop.orders-create', 'Authorization', 'The order is placed.'])
    expect(page).toContain(text);

  const sentTo = () =>
    service.collector
      .spans()
      .filter(
        ({ traceId, attributes }) =>
          traceId === record.traceId && attributes['network_access.ground'] === 'policy',
      )
      .map(({ name, attributes }) => `${name} ${attributes['server.address']}`)
      .toSorted();
  await expect.poll(sentTo).toEqual(['GET 127.0.0.2', 'POST 127.0.0.1']);

  expect(await service.service.stop()).toBe(0);
  const told = [
    JSON.stringify([record, open]),
    historyToJSON(history),
    page,
    JSON.stringify(models.calls.map(({ text }) => text)),
    service.collector.bytes().toString('latin1'),
    service.service.output(),
  ];
  for (const secret of [
    ...new Set(customers.tokens),
    rotatingClient.clientSecret,
    'canary-key-of-the-shop',
  ]) {
    expect(told.filter((text) => text.includes(secret))).toEqual([]);
    expect(await filesWithCredential(service, secret)).toEqual([]);
  }
});
