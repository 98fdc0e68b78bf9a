import type { Element } from 'domhandler';
import { loadLibrary } from '../../load-library.ts';
import { assertOutputFits } from '../../output.ts';
import { invalid } from '../../refuse.ts';
import { assertHtmlDepth } from '../markup/html-safety.ts';

const spanMax = 1_000;

/** How many columns or rows a cell takes. */
function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const written = Number.parseInt(cell.attribs[name] ?? '1', 10);
  return Number.isNaN(written) ? 1 : Math.min(Math.max(written, 1), spanMax);
}

interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** Fills a grid as browsers do: what a cell spans has its text again. */
function gridOf(rows: readonly (readonly Cell[])[]): readonly (readonly string[])[] {
  const grid: string[][] = rows.map(() => []);
  let chars = 0;
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const { text, columns, rows: height } of row) {
      while (grid[index]?.[column] !== undefined) column += 1;
      for (let down = 0; down < height && index + down < rows.length; down += 1)
        for (let across = 0; across < columns; across += 1) {
          chars += text.length + 1;
          assertOutputFits(chars);
          const line = grid[index + down];
          if (line !== undefined) line[column + across] = text;
        }
      column += columns;
    }
  }
  return grid.map((row) => Array.from(row, (text) => text ?? ''));
}

/** The rows of one table of a page, counted from 1; those of tables inside of its cells are not its own. */
export async function readHtmlTable(html: string, number: number): Promise<readonly (readonly string[])[]> {
  await assertHtmlDepth(html);
  const { parseDocument, DomUtils } = await loadLibrary('htmlparser2', () => import('htmlparser2'));
  const tables = DomUtils.getElementsByTagName('table', parseDocument(html));
  const table = tables[number - 1];
  if (table === undefined) throw invalid(`text has ${tables.length} tables; table ${number} is not there.`);
  const isOwn = (element: Element) => {
    let parent = element.parent;
    while (parent !== null && !(parent.type === 'tag' && parent.name === 'table')) parent = parent.parent;
    return parent === table;
  };
  const cellOf = (cell: Element): Cell => ({
    text: DomUtils.innerText(cell).replaceAll(/\s+/g, ' ').trim(),
    columns: spanOf(cell, 'colspan'),
    rows: spanOf(cell, 'rowspan'),
  });
  const rows = DomUtils.getElementsByTagName('tr', table).filter(isOwn);
  return gridOf(
    rows.map((row) =>
      DomUtils.getElementsByTagName((name) => name === 'td' || name === 'th', row)
        .filter(isOwn)
        .map(cellOf),
    ),
  );
}
