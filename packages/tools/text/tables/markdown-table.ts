import { loadLibrary } from '../../load-library.ts';
import { assertOutputFits } from '../../output.ts';
import { invalid } from '../../refuse.ts';

type Align = 'left' | 'center' | 'right' | 'none';

export interface MarkdownTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly aligns: readonly Align[];
}

/** In a cell, a bar would start the next cell and a line break would end the table. */
export function escapeCell(cell: string): string {
  return cell
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\r\n|\r|\n/g, '<br>');
}

function unescapeCell(cell: string): string {
  return cell.replace(/\\([\\|])/g, '$1').replace(/<br\s?\/?>/gi, '\n');
}

function padCell(cell: string, missing: number, align: Align): string {
  const room = Math.max(0, missing);
  if (align === 'right') return ' '.repeat(room) + cell;
  if (align !== 'center') return cell + ' '.repeat(room);
  const before = Math.floor(room / 2);
  return ' '.repeat(before) + cell + ' '.repeat(room - before);
}

const rules: Readonly<Record<Align, (width: number) => string>> = {
  none: (width) => '-'.repeat(width),
  left: (width) => `:${'-'.repeat(width - 1)}`,
  right: (width) => `${'-'.repeat(width - 1)}:`,
  center: (width) => `:${'-'.repeat(width - 2)}:`,
};

/** Expects escaped cells. Wide characters (CJK, emoji) count as two columns, as monospaced fonts draw them. */
export async function printMarkdownTable(
  { header, rows, aligns }: MarkdownTable,
  pad: boolean,
): Promise<string> {
  if (header.length === 0) return '';
  const { default: stringWidth } = await loadLibrary('string-width', () => import('string-width'));
  const widths = header.map((name, at) => {
    let width = Math.max(3, stringWidth(name));
    if (pad) for (const row of rows) width = Math.max(width, stringWidth(row[at] ?? ''));
    return width;
  });
  const lineChars = pad ? widths.reduce((chars, width) => chars + width + 3, 1) : header.length * 3 + 1;
  assertOutputFits(lineChars * (rows.length + 2));
  const cellAt = (cell: string, at: number) =>
    pad ? padCell(cell, (widths[at] ?? 3) - stringWidth(cell), aligns[at] ?? 'none') : cell;
  const line = (cells: readonly string[]) =>
    `| ${header.map((_, at) => cellAt(cells[at] ?? '', at)).join(' | ')} |`;
  const rule = `| ${header.map((_, at) => rules[aligns[at] ?? 'none'](pad ? (widths[at] ?? 3) : 3)).join(' | ')} |`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

/** Cells of one line; a bar after an odd number of backslashes belongs to its cell. */
function splitRow(line: string): readonly string[] {
  const trimmed = line.trim();
  const cells: string[] = [];
  let cell = '';
  for (let at = trimmed.startsWith('|') ? 1 : 0; at < trimmed.length; at += 1) {
    const character = trimmed.charAt(at);
    if (character === '\\' && at + 1 < trimmed.length) {
      cell += character + trimmed.charAt(at + 1);
      at += 1;
    } else if (character === '|') {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  if (cell.trim() !== '' || cells.length === 0) cells.push(cell.trim());
  return cells;
}

function alignOf(rule: string): Align {
  const [starts, ends] = [rule.startsWith(':'), rule.endsWith(':')];
  if (starts && ends) return 'center';
  return starts ? 'left' : ends ? 'right' : 'none';
}

/** Parses a pipe table; its cells are still escaped. */
export function parseMarkdownTable(text: string): MarkdownTable {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [header = [], rule = [], ...rows] = lines.map(splitRow);
  const isRule = rule.length > 0 && rule.every((cell) => /^:?-+:?$/.test(cell));
  if (!isRule)
    throw invalid('text is not a Markdown table: the second line must be of the form | --- | --- |.');
  let width = Math.max(header.length, rule.length);
  for (const row of rows) width = Math.max(width, row.length);
  assertOutputFits(width * (rows.length + 2) * 3);
  const names = Array.from({ length: width }, (_, at) => header[at] ?? '');
  return { header: names, rows, aligns: names.map((_, at) => alignOf(rule[at] ?? '-')) };
}

export function plainRecords({ header, rows }: MarkdownTable): readonly (readonly string[])[] {
  return [header, ...rows.map((row) => header.map((_, at) => row[at] ?? ''))].map((row) =>
    row.map(unescapeCell),
  );
}
