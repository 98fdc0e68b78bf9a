import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mcpClient, protocolVersions } from '#test/support/mcp-client.ts';
import { startPdfApi } from '#test/support/pdf-worker.ts';

let api: Awaited<ReturnType<typeof startPdfApi>>;
beforeAll(async () => {
  api = await startPdfApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** A PDF with so many pages, each with its number, as base64. */
async function pdfOf(pages: number): Promise<string> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= pages; page++) document.addPage([300, 200]).drawText(`page ${page}`);
  return Buffer.from(await document.save()).toString('base64');
}

describe('process_pdf', () => {
  it.each(protocolVersions)(
    'reads text, marks it and tells that it goes on, by version %s',
    async (version) => {
      await using mcp = await mcpClient(api.url, { version });
      const told: unknown[] = [];
      const onprogress = (progress: unknown) => told.push(progress);
      const args = { action: 'pdf-to-text', files: [await pdfOf(2)], ranges: '2' };
      const { json } = await mcp.call('process_pdf', args, { onprogress });
      expect(json).toMatchObject({
        untrusted: { action: 'pdf-to-text', pages: [{ page: 2, text: 'page 2' }] },
      });
      expect(told[0]).toEqual({ progress: 0 });
    },
  );

  it('splits and merges to base64', async () => {
    await using mcp = await mcpClient(api.url);
    const files = [await pdfOf(3), await pdfOf(1)];
    for (const [args, pages] of [
      [{ action: 'split', files: files.slice(0, 1), ranges: '1,3' }, 2],
      [{ action: 'merge', files }, 4],
    ] as const) {
      const { content } = await mcp.call('process_pdf', args);
      const { blob, mimeType } = content[0]!['resource'] as { blob: string; mimeType: string };
      expect(mimeType).toBe('application/pdf');
      expect((await PDFDocument.load(Buffer.from(blob, 'base64'))).getPageCount()).toBe(pages);
    }
  });

  it.each([
    [{ action: 'get-info', files: ['bm8gUERG'] }, 'INVALID_PDF'],
    [{ action: 'split', files: ['bm8gUERG'] }, 'INVALID_REQUEST'],
    [{ action: 'merge', files: ['bm8gUERG'] }, 'INVALID_REQUEST'],
  ])('refuses %j as %s', async (args, code) => {
    await using mcp = await mcpClient(api.url);
    const { isError, json } = await mcp.call('process_pdf', args);
    expect([isError, json['code']]).toEqual([true, code]);
  });
});
