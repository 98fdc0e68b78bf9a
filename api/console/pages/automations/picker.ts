import { compileCondition, conditionOfRows, type Join, rowsOf } from '#rules/condition.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { isOneLine, rowOf, type TypedRow, typedOf, typedRow } from './typed-row.ts';

/** The condition of a form, as its text or as rows: one of them counts, and the other is made of it. */
export type Picker =
  | { readonly view: 'expression'; readonly condition: string; readonly hasRows: boolean }
  | {
      readonly view: 'rows';
      readonly condition: string;
      readonly join: Join;
      readonly rows: readonly TypedRow[];
      readonly problem?: FormProblem;
    };

const rowsMax = 30;

/** The condition after a button of the form was pressed, which `do` names. */
export function pickerOf(form: URLSearchParams): Picker {
  const asked = new URLSearchParams(form.get('do') ?? '');
  // Browsers send line breaks as CRLF; a place in the text is that of the text that is shown again.
  const condition = (form.get('condition') ?? '').replaceAll('\r\n', '\n').trim();
  if (form.get('view') !== 'rows') {
    const read = rowsOfText(condition);
    return asked.has('rows') && read !== null ? read : expressionOf(condition);
  }
  const kept = sentRows(form).filter((_, index) => asked.get('drop') !== String(index));
  const all = asked.has('pick') ? [...kept, typedRow(Object.fromEntries(asked))] : kept;
  const rows = all.slice(0, rowsMax);
  const join = form.get('join') === 'any' ? 'any' : 'all';
  const read = rows.map(rowOf);
  const wrong = read.indexOf(null);
  const shown = { view: 'rows', condition, join, rows } as const;
  if (all.length > rowsMax) return { ...shown, problem: tooMany };
  if (wrong !== -1) return { ...shown, problem: noNumber(wrong, rows[wrong]?.value) };
  const text = conditionOfRows(
    read.filter((row) => row !== null),
    join,
  );
  return asked.has('expression') ? expressionOf(text) : { ...shown, condition: text };
}

/** Why the rows of a form are no condition. */
export function rowsProblem(form: URLSearchParams): FormProblem | undefined {
  const picker = pickerOf(form);
  return picker.view === 'rows' ? picker.problem : undefined;
}

export const expressionOf = (condition: string): Picker => ({
  view: 'expression',
  condition,
  hasRows: rowsOfText(condition) !== null,
});

/** Null where the rows of the form could not hold the condition without a loss. */
function rowsOfText(condition: string): Picker | null {
  if (condition === '') return { view: 'rows', condition, join: 'all', rows: [] };
  const compiled = compileCondition(condition);
  const read = compiled.state === 'compiled' ? rowsOf(compiled.condition.expression) : null;
  if (read === null || read.rows.length > rowsMax) return null;
  const { join } = read;
  const rows = read.rows.map(typedOf);
  const again = rows.map(rowOf).filter((row) => row !== null);
  const isWhole =
    rows.every(({ field, value }) => isOneLine(field + value)) &&
    conditionOfRows(again, join) === conditionOfRows(read.rows, join);
  return isWhole ? { view: 'rows', condition, join, rows } : null;
}

const columns = ['field', 'kind', 'operator', 'value', 'isUnguarded'] as const;

function sentRows(form: URLSearchParams): readonly TypedRow[] {
  const sent = columns.map((column) => [column, form.getAll(`row.${column}`)] as const);
  const count = form.getAll('row.field').length;
  return Array.from({ length: count }, (_, index) =>
    typedRow(Object.fromEntries(sent.map(([column, values]) => [column, values[index]]))),
  );
}

const refused = { code: 'INVALID_CONDITION', status: 400 } as const;

const noNumber = (index: number, value = ''): FormProblem => ({
  ...refused,
  field: `row.${index}`,
  message: `Row ${index + 1} needs a number of at most 15 digits, such as 100 or 9.90, not "${value}".`,
  hint: 'Correct it and send the form again. A longer number is written in the expression.',
});

const tooMany: FormProblem = {
  ...refused,
  field: null,
  message: `A condition has at most ${rowsMax} rows. The last one was left out.`,
  hint: 'Remove a row, or write the expression.',
};
