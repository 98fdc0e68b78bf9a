import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { PDFDocument } from 'pdf-lib';
import { expect, it, onTestFinished, vi } from 'vitest';

import { merge } from '#pdf/child/merge.ts';
import { withPdfjsBytes, type PDFDocumentProxy, type Upload } from '#pdf/child/pdfjs.ts';

async function uploadOf(folder: string, name: string): Promise<Upload> {
  const document = await PDFDocument.create();
  document.addPage([612, 792]);
  const file = path.join(folder, name);
  await writeFile(file, await document.save());
  return { path: file, name };
}

it('pages that pdf.js leaves out of a merge are in it by another engine, which the answer says', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'reveille-merge-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const uploads = [await uploadOf(folder, 'first.pdf'), await uploadOf(folder, 'second.pdf')] as const;
  const empty = await (await PDFDocument.create()).save();
  const proxy = await withPdfjsBytes(new Uint8Array(empty), 'empty', (document) =>
    Promise.resolve(Object.getPrototypeOf(document) as PDFDocumentProxy),
  );
  const extractPages = Reflect.get(proxy, 'extractPages') as (
    this: PDFDocumentProxy,
    parts: readonly unknown[],
  ) => ReturnType<PDFDocumentProxy['extractPages']>;
  const dropping = vi.spyOn(proxy, 'extractPages').mockImplementation(function (
    this: PDFDocumentProxy,
    parts: unknown,
  ) {
    return extractPages.call(this, (parts as unknown[]).slice(0, 1));
  });
  try {
    const { content, pageCount, warnings } = await merge({
      uploads,
      ranges: null,
      detail: 'pages',
      repairs: { take: () => false },
    });
    expect(dropping).toHaveBeenCalledOnce();
    expect((await PDFDocument.load(content)).getPageCount()).toBe(2);
    expect([pageCount, warnings]).toEqual([2, ['REPAIRED']]);
  } finally {
    dropping.mockRestore();
  }
});
