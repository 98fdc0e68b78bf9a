import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect } from 'vitest';

import { newOwner } from '#test/support/supervised.ts';
import type { SharedService } from './shared-service.ts';

/** Every form in which a stored or logged byte string could still be the secret. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Base64 of text around the secret: whatever its offset, this middle part stands in it.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [secret, bytes.toString('hex'), bytes.toString('utf16le'), ...base64];
}

/** A target that gives back everything that it was sent, in the body and in headers, and fails on demand. */
async function startEchoTarget() {
  let requests = 0;
  const tokens = new Set<string>();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests += 1;
      if (body !== '') tokens.add((JSON.parse(body) as { readonly token: string }).token);
      const key = String(request.headers['x-api-key']);
      const [place] = (request.url ?? '').split('?');
      if (place === '/cut') return void request.socket.destroy();
      response.writeHead(place === '/deny' ? 401 : 200, {
        'content-type': 'application/json',
        'x-request-id': key,
        'set-cookie': `session=${key}`,
      });
      const echo = { headers: request.headers, body, key, base64: Buffer.from(key).toString('base64') };
      response.end(JSON.stringify(echo));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    tokens: () => tokens,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Gives the credential of an agent, after its requests came back with it in every form. */
export async function playCredential({ service, url, dataDir }: SharedService): Promise<string> {
  const secret = `canary-${randomBytes(18).toString('base64url')}`;
  await using target = await startEchoTarget();
  const { token } = await newOwner(url, dataDir);
  const answers: string[] = [];

  async function manage<T>(method: string, route: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/manage${route}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    answers.push(text, JSON.stringify([...response.headers]));
    return JSON.parse(text) as T;
  }

  const agents = await manage<{ items: { id: string }[] }>('GET', '/agents');
  const agentId = agents.items[0]!.id;
  const access = `/agents/${agentId}/network-access`;
  await manage('POST', access, { domain: '127.0.0.1', headerName: 'X-API-Key', headerValue: secret });
  await manage('POST', '/secrets', { name: 'canary', value: secret, domains: ['127.0.0.1'] });
  for (const place of ['/echo', '/deny', '/cut']) {
    await manage('POST', `/agents/${agentId}/requests`, {
      method: 'POST',
      url: `${target.url}${place}?key={{secret.canary}}`,
      body: { token: '{{secret.canary}}' },
    });
  }
  const deliveryIds: string[] = [];
  for (const place of ['/echo', '/deny', '/cut']) {
    const automation = await manage<{ url: string }>('POST', '/automations', {
      name: `Canary ${place}`,
      instructions: `POST ${target.url}${place} with {"id": {{id}}, "token": "{{secret.canary}}"}. GET ${target.url}${place}.`,
      retry: { tries: 1 },
    });
    const delivery = await fetch(automation.url, { method: 'POST', body: '{"id":1}' });
    deliveryIds.push(((await delivery.json()) as { deliveryId: string }).deliveryId);
    // The worker dies in the middle of it and is started again.
    if (place === '/deny') process.kill((await service.children())['worker']!, 'SIGKILL');
  }
  const workflows: string[] = [];
  for (const id of deliveryIds) {
    type Record = { outcome: string; workflow: { id: string } };
    await expect
      .poll(async () => (await manage<Record>('GET', `/deliveries/${id}`)).outcome, { interval: 500 })
      .not.toBe('running');
    workflows.push((await manage<Record>('GET', `/deliveries/${id}`)).workflow.id);
  }
  expect(target.requests()).toBeGreaterThanOrEqual(6);
  expect(target.tokens()).toEqual(new Set([secret]));
  await manage('GET', access);
  const log = await manage<{ items: { redactions: number }[] }>('GET', `${access}/log?limit=200`);
  // The target did send the secret back: had it not, the search below would prove nothing.
  expect(log.items.some(({ redactions }) => redactions > 0)).toBe(true);

  const metrics = [...service.output().matchAll(/http:\/\/localhost:\d+\/metrics/g)].map(
    ([address]) => address,
  );
  for (const address of new Set(metrics)) answers.push(await (await fetch(address)).text());
  const uiUrl = /http:\/\/127\.0\.0\.1:\d+(?=\s*$)/m.exec(service.output())?.[0];
  expect(uiUrl).toBeDefined();
  const connection = await Connection.connect({ address: await temporalAddress(dataDir) });
  const { workflow } = new Client({ connection });
  for (const id of workflows) answers.push(historyToJSON(await workflow.getHandle(id).fetchHistory()));
  await connection.close();
  answers.push(service.output());

  const found = (text: string) => formsOf(secret).filter((form) => text.includes(form));
  expect(answers.flatMap(found)).toEqual([]);
  return secret;
}

/** Files of the service and its blobs in which the credential occurs. */
export async function filesWithCredential({ dataDir, blobStore }: SharedService, secret: string) {
  const ofData = await filesBelow(dataDir);
  expect(ofData.some((file) => file.endsWith('temporal.db'))).toBe(true);
  expect(ofData.some((file) => file.includes('redis'))).toBe(true);
  const found: string[] = [];
  for (const file of new Set([...ofData, ...(await filesBelow(blobStore.folder))])) {
    const bytes = await readFile(file);
    found.push(...formsOf(secret).flatMap((form) => (bytes.includes(form) ? [`${form} in ${file}`] : [])));
  }
  return found;
}

/** The address of the embedded server, as its process was told. */
export async function temporalAddress(dataDir: string): Promise<string> {
  const children = JSON.parse(await readFile(path.join(dataDir, 'children.json'), 'utf8')) as {
    name: string;
    pid: number;
  }[];
  const server = children.findLast(({ name }) => /temporal/i.test(name))!;
  const args = (await readFile(`/proc/${server.pid}/cmdline`, 'utf8')).split('\0');
  return `127.0.0.1:${args[args.indexOf('--port') + 1]}`;
}
