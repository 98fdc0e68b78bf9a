import { assertOutputFits } from '../../output.ts';
import { invalid } from '../../refuse.ts';
import { parseCsv, printCsv, tableOf } from './csv-table.ts';
import { isContainer, type JsonEntry, type JsonTree, nullTree, printJson } from '../json/json-tree.ts';
import { flattenTree } from '../json/json-paths.ts';

type ReadDelimiter = Parameters<typeof parseCsv>[1];
type PrintOptions = Parameters<typeof printCsv>[1];

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Only numbers that JSON writes the same way: leading zeros and phone numbers remain text. */
function typedCell(cell: string): JsonTree {
  if (cell === '') return nullTree;
  if (cell === 'true' || cell === 'false') return { kind: 'literal', value: cell === 'true' };
  return jsonNumber.test(cell) ? { kind: 'number', raw: cell } : { kind: 'string', value: cell };
}

function textCell(cell: string): JsonTree {
  return { kind: 'string', value: cell };
}

interface CsvToJsonOptions {
  readonly delimiter: ReadDelimiter;
  readonly header: boolean;
  readonly lenient: boolean;
  readonly inferTypes: boolean;
  readonly indent: number;
}

/** With a header an array of objects, without one an array of arrays. */
export async function csvToJson(text: string, options: CsvToJsonOptions): Promise<string> {
  const records = await parseCsv(text, options.delimiter, options.lenient);
  const cellOf = options.inferTypes ? typedCell : textCell;
  if (!options.header) {
    const items = records.map((record): JsonTree => ({ kind: 'array', items: record.map(cellOf) }));
    return printJson({ kind: 'array', items }, options.indent);
  }
  const { header, rows } = tableOf(records, true);
  const namesChars = header.reduce((chars, name) => chars + name.length + 4, 0);
  assertOutputFits(namesChars * rows.length);
  const items = rows.map((row): JsonTree => ({
    kind: 'object',
    entries: header.map((name, at) => [name, cellOf(row[at] ?? '')] as const),
  }));
  return printJson({ kind: 'array', items }, options.indent);
}

/** Nested values become JSON in their cell, unless they were flattened before. */
export function cellText(tree: JsonTree | undefined): string {
  if (tree === undefined) return '';
  if (tree.kind === 'string') return tree.value.toWellFormed();
  if (tree.kind === 'literal') return tree.value === null ? '' : String(tree.value);
  return tree.kind === 'number' ? tree.raw : printJson(tree, 0);
}

function recordEntries(item: JsonTree, flatten: boolean): readonly JsonEntry[] {
  const row = flatten && isContainer(item) ? flattenTree(item, '.') : item;
  if (row.kind === 'object') return row.entries;
  if (row.kind === 'array') return row.items.map((cell, at) => [String(at + 1), cell] as const);
  return [['value', row]];
}

/** Rows from an array of objects, of arrays or of plain values; the columns in the order in which they first appear. */
export function recordsOf(tree: JsonTree, flatten: boolean, header: boolean): readonly (readonly string[])[] {
  const items = tree.kind === 'array' ? tree.items : tree.kind === 'object' ? [tree] : undefined;
  if (items === undefined) throw invalid('text must be a JSON array of rows, or one object.');
  const rows = items.map((item) => new Map(recordEntries(item, flatten)));
  const columns = new Set(rows.flatMap((row) => [...row.keys()]));
  assertOutputFits(columns.size * (rows.length + 1));
  const isHeaderless = items.length > 0 && items.every((item) => item.kind === 'array');
  const names = [...columns];
  const body = rows.map((row) => names.map((name) => cellText(row.get(name))));
  return header && !isHeaderless && names.length > 0 ? [names, ...body] : body;
}

interface JsonToCsvOptions extends PrintOptions {
  readonly flatten: boolean;
  readonly header: boolean;
}

export function jsonToCsv(
  tree: JsonTree,
  { flatten, header, ...options }: JsonToCsvOptions,
): Promise<string> {
  return printCsv(recordsOf(tree, flatten, header), options);
}
