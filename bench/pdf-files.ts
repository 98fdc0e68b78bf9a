import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addForm, addOutline, linkTo, makeDocument } from '#test/adapters/compute/pdf/support/make-pdf.ts';

const execute = promisify(execFile);

export interface BenchFile {
  readonly name: string;
  readonly path: string;
}

const paragraph =
  'The engine reads what a page shows, line by line, and puts the words where a person would look for them. ';

async function written(pages: number, lines: number): Promise<Uint8Array> {
  const made = await makeDocument(pages);
  for (const page of made.pages) {
    for (let line = 0; line < lines; line += 1) {
      page.drawText(`${line + 1}. ${paragraph.slice(0, 80)}`, {
        x: 50,
        y: 680 - line * 13,
        size: 10,
        font: made.font,
      });
    }
  }
  made.pages.forEach((page, index) => linkTo(made, page, made.pages[(index + 1) % pages] ?? page));
  addOutline(made);
  return made.document.save();
}

async function form(pages: number): Promise<Uint8Array> {
  const made = await makeDocument(pages);
  addForm(made);
  return made.document.save();
}

const made: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'one short page': () => written(1, 3),
  'two pages': () => written(2, 30),
  'five dense pages': () => written(5, 48),
  'twenty pages': () => written(20, 30),
  'a form of three pages': () => form(3),
};

const troffOf = (paragraphs: number) =>
  `.TL\nA report\n.AU\nA. Writer\n.NH\nBegin\n.PP\n${`${paragraph}\n`.repeat(paragraphs)}.TS\nbox tab(;);\nl r r.\nItem;Count;Price\nBolt;12;4.50\nNut;9;1.20\n.TE\n`;
const svgOf = (lines: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">${Array.from({ length: lines }, (_, line) => `<text x="40" y="${60 + line * 12}" font-size="10">${line} ${paragraph.slice(0, 60)}</text>`).join('')}</svg>`;

/** Reports of one page, two, five and twenty. */
const paragraphCounts = [5, 60, 200, 800];

async function formatted(dir: string, paragraphs: number, device: 'pdf' | 'ps'): Promise<Buffer> {
  const source = join(dir, `report-${paragraphs}.ms`);
  await writeFile(source, troffOf(paragraphs));
  const { stdout } = await execute('groff', ['-t', '-ms', `-T${device}`, source], {
    encoding: 'buffer',
    maxBuffer: 64e6,
  });
  return stdout;
}

/** Installed programs that produce PDFs; missing ones are skipped and reported. */
const producers: Readonly<Record<string, (dir: string) => Promise<readonly string[]>>> = {
  groff: (dir) =>
    eachOf(paragraphCounts, async (paragraphs) => {
      const name = `groff of ${paragraphs} paragraphs.pdf`;
      await writeFile(join(dir, name), await formatted(dir, paragraphs, 'pdf'));
      return name;
    }),
  ghostscript: (dir) =>
    eachOf(paragraphCounts, async (paragraphs) => {
      const name = `ghostscript of ${paragraphs} paragraphs.pdf`;
      await writeFile(join(dir, 'report.ps'), await formatted(dir, paragraphs, 'ps'));
      await execute('ps2pdf', [join(dir, 'report.ps'), join(dir, name)]);
      return name;
    }),
  cairo: (dir) =>
    eachOf([3, 30, 60], async (lines) => {
      const name = `cairo of ${lines} lines.pdf`;
      await writeFile(join(dir, 'page.svg'), svgOf(lines));
      await execute('rsvg-convert', ['-f', 'pdf', '-o', join(dir, name), join(dir, 'page.svg')]);
      return name;
    }),
  qpdf: (dir) =>
    eachOf(Object.entries(rewrites), async ([rewrite, options]) => {
      const name = `${rewrite}.pdf`;
      await execute('qpdf', [...options, join(dir, 'five dense pages.pdf'), join(dir, name)]);
      return name;
    }),
};

const rewrites: Readonly<Record<string, readonly string[]>> = {
  linearized: ['--linearize'],
  restricted: ['--encrypt', '', 'owner', '128', '--use-aes=y', '--'],
  'without object streams': ['--object-streams=disable'],
  uncompressed: ['--stream-data=uncompress'],
};

async function eachOf<T>(inputs: readonly T[], make: (input: T) => Promise<string>): Promise<string[]> {
  const names: string[] = [];
  for (const input of inputs) names.push(await make(input));
  return names;
}

/** Makes all files in a fresh folder. `missing` names the producers that this machine does not have. */
export async function benchFiles(): Promise<{
  dir: string;
  files: readonly BenchFile[];
  missing: readonly string[];
}> {
  const dir = await mkdtemp(join(tmpdir(), 'pdf-bench-'));
  const names: string[] = [];
  for (const [name, make] of Object.entries(made)) {
    await writeFile(join(dir, `${name}.pdf`), await make());
    names.push(`${name}.pdf`);
  }
  const missing: string[] = [];
  for (const [name, produce] of Object.entries(producers)) {
    try {
      names.push(...(await produce(dir)));
    } catch {
      missing.push(name);
    }
  }
  return {
    dir,
    missing,
    files: names.map((name) => ({ name: name.replace('.pdf', ''), path: join(dir, name) })),
  };
}
