import { type Html, html } from '../../html.ts';
import { type EmptyState, emptyState } from './empty-state.ts';

export interface Column<Row> {
  readonly title: Html | string;
  readonly cell: (row: Row) => Html | string | number | null | false;
  /** Classes of its cells; numbers stand on the right. */
  readonly className?: string;
  /** The name of the value in the layout of narrow screens, which has no heads. */
  readonly label?: string | undefined;
  /** Default: the first column names the row. */
  readonly isHead?: boolean;
}

export type Columns<Row> = readonly (Column<Row> | false)[];

interface Table<Row> {
  /** For screen readers. */
  readonly name: string;
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
  /** Default: rows that become cards on narrow screens. */
  readonly className?: string;
  /** Stands in for a table without rows. */
  readonly empty?: EmptyState;
  /** Scrolls sideways on narrow screens. */
  readonly isWide?: boolean;
  readonly idOf?: (row: Row) => string;
  readonly bodyAttributes?: Html | false;
}

export function table<Row>({ name, rows, empty, className = 'rows', ...shown }: Table<Row>): Html {
  if (empty !== undefined && rows.length === 0) return emptyState(empty);
  const columns = shown.columns.filter((column) => column !== false);
  const drawn = html`<table class="${className}" aria-label="${name}">
    <thead>
      <tr>
        ${columns.map(head)}
      </tr>
    </thead>
    <tbody ${shown.bodyAttributes}>
      ${rows.map((row) => tableRow(columns, row, shown.idOf?.(row)))}
    </tbody>
  </table>`;
  return shown.isWide === true
    ? html`<div class="wide" tabindex="0" role="region" aria-label="${name}">${drawn}</div>`
    : drawn;
}

/** One row, also for a table that is shown already. */
export function tableRow<Row>(columns: Columns<Row>, row: Row, id?: string): Html {
  const shown = columns.filter((column) => column !== false);
  const naming = shown.find(({ isHead }) => isHead) ?? shown[0];
  return element(
    'tr',
    { id },
    shown.map((column) => {
      const { cell, className, label } = column;
      const attributes = { class: className, 'data-label': label };
      return column === naming
        ? element('th', { scope: 'row', ...attributes }, cell(row))
        : element('td', attributes, cell(row));
    }),
  );
}

const head = ({ title, className }: Pick<Column<never>, 'title' | 'className'>): Html =>
  title === '' ? html`<td></td>` : element('th', { scope: 'col', class: className }, title);

type Content = Parameters<typeof html>[1];

const element = (
  name: 'tr' | 'th' | 'td',
  attributes: Readonly<Record<string, string | undefined>>,
  content: Content,
): Html => {
  const said = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return html`<${name}${said.map(([key, value]) => html` ${key}="${value}"`)}>${content}</${name}>`;
};

/** The head of a column whose buttons say what it has. */
export const hiddenTitle = (title: string): Html => html`<span class="hidden">${title}</span>`;
