import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addForm, addOutline, linkTo, makeDocument } from '../test/compute/pdf/support/make-pdf.ts';

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

const troff = `.TL\nA report\n.AU\nA. Writer\n.NH\nBegin\n.PP\n${`${paragraph}\n`.repeat(60)}.TS\nbox tab(;);\nl r r.\nItem;Count;Price\nBolt;12;4.50\nNut;9;1.20\n.TE\n`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">${Array.from({ length: 30 }, (_, line) => `<text x="40" y="${60 + line * 24}" font-size="14">${line} ${paragraph.slice(0, 60)}</text>`).join('')}</svg>`;

/** Installed programs that produce PDFs; missing ones are skipped and reported. */
const producers: Readonly<Record<string, (dir: string) => Promise<readonly string[]>>> = {
  groff: async (dir) => {
    await writeFile(join(dir, 'report.ms'), troff);
    const { stdout } = await execute('groff', ['-t', '-ms', '-Tpdf', join(dir, 'report.ms')], {
      encoding: 'buffer',
    });
    await writeFile(join(dir, 'groff.pdf'), stdout);
    return ['groff.pdf'];
  },
  ghostscript: async (dir) => {
    const { stdout } = await execute('groff', ['-t', '-ms', '-Tps', join(dir, 'report.ms')], {
      encoding: 'buffer',
    });
    await writeFile(join(dir, 'report.ps'), stdout);
    await execute('ps2pdf', [join(dir, 'report.ps'), join(dir, 'ghostscript.pdf')]);
    return ['ghostscript.pdf'];
  },
  cairo: async (dir) => {
    await writeFile(join(dir, 'page.svg'), svg);
    await execute('rsvg-convert', ['-f', 'pdf', '-o', join(dir, 'cairo.pdf'), join(dir, 'page.svg')]);
    return ['cairo.pdf'];
  },
  qpdf: async (dir) => {
    const source = join(dir, 'five dense pages.pdf');
    await execute('qpdf', ['--linearize', source, join(dir, 'linearized.pdf')]);
    await execute('qpdf', [
      '--encrypt',
      '',
      'owner',
      '128',
      '--use-aes=y',
      '--',
      source,
      join(dir, 'restricted.pdf'),
    ]);
    return ['linearized.pdf', 'restricted.pdf'];
  },
};

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
