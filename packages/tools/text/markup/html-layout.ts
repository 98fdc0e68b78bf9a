import { loadLibrary } from '../../load-library.ts';
import { assertOutputFits } from '../../output.ts';
import { overLimit } from '../../refuse.ts';

/** No document of a person is as deep or has tables as large; the library builds each table as a grid. */
const depthMax = 100;
const gridMax = 5_000;
const columnsMax = 100;
const cellCharsMax = 60;

interface Layout {
  /** Letters of a line; 0 breaks none. */
  readonly width: number;
  readonly keepLinks: boolean;
}

const spanOf = (written: string | undefined): number => Math.max(1, Number.parseInt(written ?? '', 10) || 1);

/** Throws TOOL_LIMIT_EXCEEDED for what would take the library more than it is worth. */
async function assertIsTame(html: string): Promise<void> {
  const { Parser } = await loadLibrary('htmlparser2', () => import('htmlparser2'));
  let depth = 0;
  let grid = 0;
  let columns = 0;
  const parser = new Parser({
    onopentag(name, { colspan, rowspan }) {
      depth += 1;
      if (depth > depthMax) throw overLimit(`The HTML is nested deeper than ${depthMax} levels.`);
      if (name === 'tr') columns = 0;
      if (name !== 'td' && name !== 'th') return;
      columns += spanOf(colspan);
      grid += spanOf(colspan) * spanOf(rowspan);
      if (columns > columnsMax) throw overLimit(`A table has more than ${columnsMax} columns.`);
      if (grid > gridMax) throw overLimit(`The tables have more than ${gridMax} cells.`);
    },
    onclosetag() {
      depth -= 1;
    },
  });
  parser.end(html);
}

/** Text with the layout of its HTML: tables in columns, lists with their marks, lines of a width. */
export async function layOutHtml(html: string, { width, keepLinks }: Layout): Promise<string> {
  await assertIsTame(html);
  const { convert } = await loadLibrary('html-to-text', () => import('html-to-text'));
  const hidden = ['script', 'style', 'template', 'noscript', 'svg', 'img'];
  const text = convert(html, {
    wordwrap: width === 0 ? false : width,
    limits: { maxInputLength: html.length + 1 },
    selectors: [
      ...hidden.map((selector) => ({ selector, format: 'skip' })),
      {
        selector: 'table',
        format: 'dataTable',
        options: { maxColumnWidth: cellCharsMax, uppercaseHeaderCells: false },
      },
      { selector: 'a', options: { ignoreHref: !keepLinks, hideLinkHrefIfSameAsText: true } },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: { uppercase: false } })),
    ],
  });
  assertOutputFits(text.length);
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
