import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PdfInfo, PdfText } from '@reveille/pdf';
import { makeDocument, secretOf } from './support/make-pdf.ts';

/** How often a budget may still be asked before it is spent; each page, or each hundred of them, asks once. */
const looks = { left: 0 };
vi.mock('#pdf/child/budget.ts', () => ({
  startBudget: () => ({
    isSpent: () => {
      looks.left -= 1;
      return looks.left < 0;
    },
  }),
}));
const { toText } = await import('#pdf/child/to-text.ts');
const { getInfo } = await import('#pdf/child/get-info.ts');

vi.setConfig({ testTimeout: 60_000 });
const repairs = { take: () => false };
// In its own process the engine has no console to talk to.
for (const method of ['log', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pdf-budget-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function upload(pages: number) {
  const made = await makeDocument(pages);
  // Two columns: the thorough engine reads one after the other, the fast one line by line.
  for (const page of made.pages) {
    for (let line = 0; line < 8; line += 1) {
      const y = 600 - line * 14;
      page.drawText(`left ${line} of this column of words`, { x: 50, y, size: 11, font: made.font });
      page.drawText(`right ${line} of that column of words`, { x: 330, y, size: 11, font: made.font });
    }
  }
  const path = join(dir, 'a.pdf');
  await writeFile(path, await made.document.save());
  return [{ path, name: 'file' }] as const;
}

async function textOf(pages: number, ranges: string | null = null): Promise<PdfText> {
  const { content } = await toText({ uploads: await upload(pages), ranges, detail: 'pages', repairs });
  return PdfText.parse(JSON.parse(String(content)));
}

const isThorough = (text = '') => text.indexOf('left 7') < text.indexOf('right 0');

describe('the budget of pdf-to-text', () => {
  it('does not affect a document that is read in time', async () => {
    looks.left = 1_000;
    const { pages, warnings } = await textOf(4);
    expect(warnings).toEqual([]);
    expect(pages.map(({ text }) => isThorough(text))).toEqual([true, true, true, true]);
  });

  it('spent in the middle, leaves the later pages to the fast engine, and says so', async () => {
    looks.left = 2;
    const { pages, warnings, hasText, pageCount } = await textOf(4);
    expect(warnings).toEqual(['SIMPLE_LAYOUT']);
    expect({ hasText, pageCount }).toEqual({ hasText: true, pageCount: 4 });
    expect(pages.map(({ text }) => isThorough(text))).toEqual([true, true, false, false]);
    pages.forEach(({ page, text }) => expect(text).toContain(secretOf(page)));
  });

  it('spent with the last page, adds no warning', async () => {
    looks.left = 4;
    expect((await textOf(4)).warnings).toEqual([]);
  });

  it('spent before the first page, leaves all of them to the fast engine, and says so', async () => {
    looks.left = 0;
    const { pages, warnings } = await textOf(3, '3,1');
    expect(warnings).toEqual(['SIMPLE_LAYOUT']);
    expect(pages.map(({ page, text }) => text?.includes(secretOf(page)))).toEqual([true, true]);
  });

  it('spent between two parts of a long document, affects the second part only', async () => {
    // Each page asks once, and so does the next part before it opens the document anew.
    looks.left = 500;
    const { pages, warnings } = await textOf(502);
    expect(warnings).toEqual(['SIMPLE_LAYOUT']);
    expect(pages.slice(498).map(({ text }) => isThorough(text))).toEqual([true, true, false, false]);
  });
});

describe('the budget of get-info', () => {
  it('spent, leaves the document to the fast engine, which reports the same', async () => {
    const uploads = await upload(120);
    const infoWith = async (left: number) => {
      looks.left = left;
      return PdfInfo.parse(
        JSON.parse(String((await getInfo({ uploads, ranges: null, detail: 'pages', repairs })).content)),
      );
    };
    const [thorough, fast] = [await infoWith(1_000), await infoWith(1)];
    expect(fast.pageCount).toBe(120);
    expect(fast.pages).toEqual(thorough.pages);
    expect(fast.producer).toBe(thorough.producer);
    expect(looks.left).toBeLessThan(0);
  });
});
