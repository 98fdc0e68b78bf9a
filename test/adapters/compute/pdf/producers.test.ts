import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { presentBrowser } from '#test/support/programs/find-browser.ts';
import { allText } from './support/all-text.ts';
import { startEngine, type TestEngine } from './support/engine.ts';
import { addForm, addOutline, makeDocument } from './support/make-pdf.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** The output of a program of the machine. */
function output(command: string, parameters: readonly string[]): Buffer {
  return execFileSync(command, parameters);
}

/** Runs a program that talks a lot. */
function run(command: string, parameters: readonly string[]): void {
  execFileSync(command, parameters, { stdio: 'ignore', timeout: 50_000 });
}

/** Files of programs that people really use. A program that is not installed is skipped, and the report says so. */
function lacks(command: string, ...parameters: readonly string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: 'ignore', input: '' });
    return false;
  } catch {
    return true;
  }
}

const sentence =
  'The engine reads what a page shows, line by line, and puts the words where a person looks. ';
const report = `.TL\nA report\n.2C\n.NH\nBegin\n.PP\n${`${sentence}\n`.repeat(6)}.NH\nMiddle\n.PP\n${`${sentence}\n`.repeat(6)}.1C
.TS\nbox tab(;);\nl r r.\nItem;Count;Price\nSteel bolt;12;4.50\nWasher;;0.05\n.TE\n.PP\nThe end.\n`;

let engine: TestEngine;
let dir: string;
beforeAll(async () => {
  engine = await startEngine({ processes: 1 });
  dir = await mkdtemp(join(tmpdir(), 'pdf-producers-'));
  await writeFile(join(dir, 'report.ms'), report);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

function expectReport(text: string): void {
  const order = [
    'A report',
    '1. Begin',
    '2. Middle',
    'Item\tCount\tPrice',
    'Steel bolt\t12\t4.50',
    'Washer\t\t0.05',
    'The end.',
  ];
  expect(order.map((part) => text.indexOf(part)).every((at, index, all) => at > (all[index - 1] ?? -1))).toBe(
    true,
  );
}

const groff = (device: string) => output('groff', ['-t', '-ms', `-T${device}`, join(dir, 'report.ms')]);

describe.skipIf(lacks('groff', '-t', '-ms', '-Tpdf'))('groff', () => {
  it('two columns and a table are read in order', async () => {
    expectReport((await engine.text(groff('pdf'))).text);
  });
});

describe.skipIf(lacks('ps2pdf', '-', '-') || lacks('groff', '-t', '-ms', '-Tps'))('ghostscript', () => {
  it('two columns and a table are read in order', async () => {
    await writeFile(join(dir, 'report.ps'), groff('ps'));
    output('ps2pdf', [join(dir, 'report.ps'), join(dir, 'report.pdf')]);
    expectReport((await engine.text(await readFile(join(dir, 'report.pdf')))).text);
  });
});

describe.skipIf(lacks('rsvg-convert', '--version'))('cairo', () => {
  it('every line of a drawing is read', async () => {
    const lines = [1, 2, 3].map(
      (line) => `<text x="40" y="${60 + line * 24}" font-size="14">Line ${line} of text</text>`,
    );
    await writeFile(
      join(dir, 'page.svg'),
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">${lines.join('')}</svg>`,
    );
    output('rsvg-convert', ['-f', 'pdf', '-o', join(dir, 'cairo.pdf'), join(dir, 'page.svg')]);
    expect((await engine.text(await readFile(join(dir, 'cairo.pdf')))).text).toBe(
      'Line 1 of text\nLine 2 of text\nLine 3 of text',
    );
  });
});

const browser = await presentBrowser();
const column = (word: string) =>
  `<h2>${word}</h2><p>${word} begins. ${sentence.repeat(5)}</p><p>${sentence} ${word} ends.</p>`;
const webPage = `<!doctype html><meta charset="utf-8"><title>From the web</title>
<style>div { column-count: 2; column-gap: 1cm } td, th { border: 1px solid; padding: 2px 20px } h2 { break-before: auto }</style>
<h1>Report</h1><div>${column('Alpha')}${column('Beta')}</div>
<table><tr><th>Item<th>Count<th>Price<tr><td>Steel bolt<td>12<td>4.50<tr><td>Washer<td><td>0.05</table>
<p lang="ko">한국어 텍스트<p dir="rtl">שלום עולם, מספר 123.
<p style="break-before: page">Foreign page with <a href="#last">a link</a><input value="typed value">
<h2 id="last" style="break-before: page">Last</h2>`;

describe.skipIf(browser === undefined)('chromium', () => {
  it('columns, what follows them, scripts and fields are read in order, and a page leaves the others behind', async () => {
    await writeFile(join(dir, 'page.html'), webPage);
    const target = join(dir, 'chromium.pdf');
    run(browser!, [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-pdf-header-footer',
      '--generate-pdf-document-outline',
      `--print-to-pdf=${target}`,
      join(dir, 'page.html'),
    ]);
    const bytes = await readFile(target);
    const { pages } = await engine.text(bytes);
    const order = [
      'Report',
      'Alpha begins',
      'Alpha ends',
      'Beta begins',
      'Beta ends',
      'Item\tCount\tPrice',
      'Steel bolt\t12\t4.50',
      'Washer\t\t0.05',
    ].map((part) => pages[0]!.text!.indexOf(part));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(pages[1]!.text).toContain('typed value');
    const split = await engine.split(bytes, '3,1');
    expect((await engine.text(split)).text).not.toMatch(/Foreign|typed/);
    expect(allText(split)).not.toMatch(/typed value/);
    expect(await engine.info(split)).toMatchObject({ title: 'From the web', pageCount: 2 });
  });
});

describe.skipIf(lacks('soffice', '--version'))('libreoffice', () => {
  it('a sheet keeps its rows and empty cells', async ({ skip }) => {
    await writeFile(
      join(dir, 'sheet.csv'),
      'Item,Count,Price\nSteel bolt,12,4.25\nWasher,,0.05\n"Long, name",7,1.75\n',
    );
    const home = `-env:UserInstallation=file://${join(dir, 'office')}`;
    run('soffice', [home, '--headless', '--convert-to', 'pdf', '--outdir', dir, join(dir, 'sheet.csv')]);
    skip(!existsSync(join(dir, 'sheet.pdf')), 'This LibreOffice has Writer alone, which converts no sheet.');
    const { text } = await engine.text(await readFile(join(dir, 'sheet.pdf')));
    expect(text).toContain('Item\tCount\tPrice\nSteel bolt\t12\t4.25\nWasher\t\t0.05\nLong, name\t7\t1.75');
  });
});

describe.skipIf(lacks('qpdf', '--version'))('qpdf', () => {
  it('finds nothing wrong with what we write', async () => {
    const made = await makeDocument(4);
    addOutline(made);
    addForm(made);
    const bytes = await made.document.save();
    for (const [name, pdf] of [
      ['split', await engine.split(bytes, '3,1,3')],
      ['merge', await engine.merge([bytes, bytes])],
    ] as const) {
      await writeFile(join(dir, `${name}.pdf`), pdf);
      expect(String(output('qpdf', ['--check', join(dir, `${name}.pdf`)]))).toContain(
        'No syntax or stream encoding errors',
      );
    }
  });

  it.each(['40', '128', '256'])('a file under %s bits that only restricts editing is read', async (bits) => {
    await writeFile(join(dir, 'plain.pdf'), await (await makeDocument(2)).document.save());
    const weak = bits === '256' ? [] : ['--allow-weak-crypto'];
    const files = [join(dir, 'plain.pdf'), join(dir, `restricted-${bits}.pdf`)];
    output('qpdf', [...weak, '--encrypt', '', 'owner', bits, '--', ...files]);
    const restricted = await readFile(files[1]!);
    expect(await engine.info(restricted)).toMatchObject({ encrypted: true, pageCount: 2 });
    expect((await engine.text(restricted, '2')).text).toContain('Secret2Page');
    expect(await engine.info(await engine.split(restricted, '2'))).toMatchObject({
      encrypted: false,
      pageCount: 1,
    });
    expect(await engine.info(await engine.merge([restricted, restricted]))).toMatchObject({ pageCount: 4 });
  });

  it.each(['40', '128', '256'])('a file under %s bits with a password is refused as such', async (bits) => {
    await writeFile(join(dir, 'plain.pdf'), await (await makeDocument(1)).document.save());
    const weak = bits === '256' ? [] : ['--allow-weak-crypto'];
    output('qpdf', [
      ...weak,
      '--encrypt',
      'secret',
      'owner',
      bits,
      '--',
      join(dir, 'plain.pdf'),
      join(dir, 'locked.pdf'),
    ]);
    const locked = await readFile(join(dir, 'locked.pdf'));
    for (const [action, ranges] of [
      ['get-info', null],
      ['pdf-to-text', null],
      ['split', '1'],
    ] as const) {
      expect(await engine.outcome(action, [locked], ranges)).toMatchObject({ code: 'PDF_ENCRYPTED' });
    }
    expect(await engine.outcome('merge', [locked, locked])).toMatchObject({ code: 'PDF_ENCRYPTED' });
  });
});
