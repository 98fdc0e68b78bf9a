import { Expectation } from '#contracts/expectation.ts';
import { type Html, html } from '#api/html.ts';
import { choiceField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { numberOfField } from './number-of-field.ts';
import type { ShownAutomation } from './shown-automation.ts';

const members = ['method', 'host', 'path', 'status', 'when'] as const;
/** One request that is expected, as it is typed. */
export type ExpectedRow = Readonly<Record<(typeof members)[number], string>>;

const rowsMax = 10;
const blank: ExpectedRow = { method: 'POST', host: '', path: '', status: '', when: '' };

/** Those of a form that have more than a method; null where the form has none of these fields. */
export function expectedRowsOf(form: URLSearchParams): readonly ExpectedRow[] | null {
  if (!form.has('expects.0.host')) return null;
  const rows = Array.from({ length: rowsMax }, (_, index) => {
    const typed = members.map((member) => [member, (form.get(`expects.${index}.${member}`) ?? '').trim()]);
    return Object.fromEntries(typed) as ExpectedRow;
  });
  return rows.filter((row) => members.some((member) => member !== 'method' && row[member] !== ''));
}

export const typedExpects = (expects: ShownAutomation['expects']): readonly ExpectedRow[] =>
  expects.map(({ method, host, path = '', status = '', when = '' }) => ({
    method,
    host,
    path,
    status: `${status}`,
    when,
  }));

/** The same as a member of a body. */
export const expectsOfRows = (rows: readonly ExpectedRow[]) =>
  rows.map(({ method, host, path, status, when }) => ({
    method,
    host,
    ...(path !== '' && { path }),
    ...(status !== '' && { status: numberOfField(status) }),
    ...(when !== '' && { when }),
  }));

/** A row for each request, and a blank one. */
export function expectsFields(rows: readonly ExpectedRow[], problem: FormProblem | undefined): Html {
  const isWrong = problem?.field?.startsWith('expects') === true;
  return html`<details class="more" ${isWrong && html`open`}>
    <summary>
      Expected requests <span class="quiet">${rows.length === 0 ? 'those of the plan' : rows.length}</span>
    </summary>
    <p class="hint">
      A run that ends without one of them is failed, whatever the agent says. Without any, those count that
      the plan sends whatever arrives.
    </p>
    ${[...rows, blank].slice(0, rowsMax).map((row, index) => rowFields(row, index, problem))}
  </details>`;
}

function rowFields(row: ExpectedRow, index: number, problem: FormProblem | undefined): Html {
  const field = (member: (typeof members)[number], label: string) => ({
    name: `expects.${index}.${member}`,
    label,
    value: row[member],
    problem,
  });
  return html`<fieldset>
    <legend>Request ${index + 1}</legend>
    <div class="columns">
      ${choiceField({ ...field('method', 'Method'), options: Expectation.shape.method.options.map((name) => [name, name]) })}
      ${textField({ ...field('host', 'Host'), placeholder: 'api.example.com', attributes: asTyped })}
      ${textField({ ...field('path', 'Path, else any'), placeholder: '/orders', attributes: asTyped })}
      ${textField({ ...field('status', 'Status, else any 2xx'), type: 'number', attributes: html`min="100" max="599"` })}
      ${textField({ ...field('when', 'Only when, in CEL'), attributes: asTyped })}
    </div>
  </fieldset>`;
}

const asTyped = html`spellcheck="false"`;
