import { type OutgoingHttpHeaders, request, type RequestOptions } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { callOf } from '#apis/call-of.ts';
import { readDocument } from '#apis/document/read-document.ts';
import type { ApiOperation } from '#contracts/api.ts';
import { readAll, startLoopbackServer } from '#test/support/loopback-server.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';
import { exampleDocuments, exampleText, gitHubText } from './support/known-documents.ts';
import { sampleArguments } from './support/sample-arguments.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let server: Awaited<ReturnType<typeof startLoopbackServer>>;
let received: Received | null = null;
beforeAll(async () => {
  server = await startLoopbackServer((request, response) => {
    void readAll(request).then((body) => {
      const { method = '', url = '', headers } = request;
      received = { method, url, headers, body };
      response.end();
    });
  });
});
afterAll(() => server[Symbol.asyncDispose]());

/** The path of a request as a server that was made from the document reads it; null where its route does not match. */
function readPath(template: string, url: string): Record<string, string> | null {
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const parts = template
    .split(/\{[^}]+\}/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const match = new RegExp(`^${parts.join('([^/?#]+)')}$`).exec(new URL(url, 'http://localhost').pathname);
  return (
    match &&
    Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]))
  );
}

/** Each on a connection of its own. */
const send = (
  url: string,
  { body = '', headers, ...options }: RequestOptions & { readonly body?: string | undefined },
) =>
  new Promise((resolve, reject) => {
    const sized = {
      ...(headers as OutgoingHttpHeaders | undefined),
      'content-length': Buffer.byteLength(body),
    };
    const sent = request(url, { ...options, headers: sized, agent: false }, (response) =>
      response.resume().on('end', resolve),
    );
    sent.on('error', reject).end(body);
  });

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(',') : String(value);

/** Sends an operation with every argument that it has, and expects the server to read exactly those. */
async function expectReadAsMeant(operation: ApiOperation, basePath: string): Promise<void> {
  const args = sampleArguments(operation);
  const offered = {
    api: 'mock',
    origin: server.origin,
    basePath,
    operation: { ...operation, effect: 'write' as const },
  };
  const call = callOf(offered, args);
  if (call.kind === 'invalid') throw new Error(`${operation.name}: ${call.message}`);
  const { method, url, headers, body } = call.request;
  received = null;
  await send(url, { method, headers: { ...headers }, body });
  const { parameters } = operation;
  const of = (place: string) => parameters.filter((one) => one.in === place);
  const got = received as Received | null;
  expect(got?.method, operation.name).toBe(operation.method);
  expect(readPath(`${basePath}${operation.path}`, got?.url ?? ''), operation.name).toEqual(
    Object.fromEntries(of('path').map(({ name, argument }) => [name, textOf(args[argument])])),
  );
  const query = new URL(got?.url ?? '', server.origin).searchParams;
  const plain = of('query').filter(({ style }) => style !== 'nested');
  if (plain.length === of('query').length)
    expect([...new Set(query.keys())].toSorted(), operation.name).toEqual(
      [
        ...new Set(
          plain.flatMap(({ name, argument }) =>
            Array.isArray(args[argument]) && args[argument].length === 0 ? [] : [name],
          ),
        ),
      ].toSorted(),
    );
  for (const { name, argument } of plain)
    expect(query.getAll(name).join(','), operation.name).toBe(textOf(args[argument]));
  for (const { name, argument } of of('header'))
    expect(got?.headers[name.toLowerCase()], operation.name).toBe(textOf(args[argument]));
  if (operation.body?.type === 'json')
    expect(JSON.parse(got?.body ?? ''), operation.name).toEqual(args['body']);
}

describe('The operations of known documents', () => {
  it.each(Object.entries(exampleDocuments))('are read by a server as they are meant: %s', async (_, path) => {
    const { operations, basePath } = readDocument(exampleText(path));
    expect(operations.length).toBeGreaterThan(5);
    for (const operation of operations) await expectReadAsMeant(operation, basePath);
  });

  const folder = folderOfFile('reveille-github-');

  it("are read by a server as they are meant: GitHub's", async ({ skip }) => {
    const text = gitHubText(folder());
    if (text === null) return skip('The registry of packages cannot be asked.');
    const { operations, leftOut, basePath } = readDocument(text);
    expect(operations.length).toBeGreaterThan(1_000);
    expect(new Set(leftOut.map(({ why }) => why))).toEqual(new Set(['requests of agents are never PUT']));
    for (const operation of operations) await expectReadAsMeant(operation, basePath);
  }, 240_000);
});
