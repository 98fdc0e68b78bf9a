import { afterAll, describe, expect, it } from 'vitest';

import { createApiDocuments } from '#compute/api-document/api-documents.ts';

const crashes: unknown[] = [];
const { read, close } = createApiDocuments({ onCrash: (error) => crashes.push(error) });
afterAll(close);

const bytes = (text: string) => new TextEncoder().encode(text);
const head = 'openapi: 3.0.0\ninfo: {title: T, version: "1"}\n';

describe('createApiDocuments', () => {
  it('reads a document in its thread', async () => {
    expect(await read(bytes(`${head}paths: {/a: {get: {}}}`), 'w')).toMatchObject({
      kind: 'read',
      document: { title: 'T', operations: [{ name: 'get-a' }] },
    });
  });

  it.each([
    ['20 MB of open brackets', '['.repeat(20_000_000)],
    ['20 MB of nested lists', `${'['.repeat(9_000_000)}${']'.repeat(9_000_000)}`],
    ['deep flow lists of YAML', `${head}paths: ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['deep maps of JSON', `${'{"a":'.repeat(2_000_000)}1${'}'.repeat(2_000_000)}`],
    [
      'aliases of aliases',
      `${head}${Array.from({ length: 30 }, (_, i) => `x-${i}: &a${i} [${i === 0 ? 'x' : Array.from({ length: 9 }, () => `*a${i - 1}`).join(', ')}]`).join('\n')}\npaths: {}`,
    ],
    ['many small values', `[${'1,'.repeat(9_000_000)}1]`],
    ['a tag that makes code', `${head}paths: !!js/function "function () {}"`],
    ['no document', ''],
  ])(
    'refuses %s with a sentence',
    async (_, text) => {
      expect(await read(bytes(text), 'w')).toEqual({
        kind: 'refused',
        message: expect.stringMatching(/^The document .*\.$/),
      });
      expect(crashes).toEqual([]);
    },
    60_000,
  );

  it('refuses what is no UTF-8', async () => {
    const answer = await read(Uint8Array.from([0xff, 0xfe, 0x00]), 'w');
    expect(answer).toEqual({ kind: 'refused', message: 'The document is not in UTF-8.' });
  });

  it('reads the next document after one that took too much', async () => {
    const limited = createApiDocuments({ onCrash: (error) => crashes.push(error), timeoutMs: 300 });
    const long = `${head}paths: {}\nx: [${'{a: 1, b: [c, d]}, '.repeat(400_000)}]`;
    expect(await limited.read(bytes(long), 'w')).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('too much time or memory'),
    });
    expect(await limited.read(bytes(`${head}paths: {}`), 'w')).toMatchObject({ kind: 'read' });
    expect(crashes).toEqual([]);
    await limited.close();
  }, 60_000);
});
