import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { areaField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { memberLine, memberOf } from './member-line.ts';

type Bounds = Pick<ItemOf<'listPolicies'>, 'methods' | 'paths' | 'members' | 'credentials'>;

const fieldNames = ['methods', 'paths', 'members', 'credentials'];

/** The methods, paths and members that a policy is narrowed to, and its headers by path; folded away where there are none. */
export function boundsFields(typed: URLSearchParams, problem: FormProblem | undefined): Html {
  const isOpen =
    ['methods', 'paths', 'members', 'credentialPrefix'].some((name) => (typed.get(name) ?? '') !== '') ||
    fieldNames.includes(problem?.field ?? '');
  return html`<details ${isOpen && html`open`}>
    <summary>Methods, paths, members and headers by path</summary>
    ${narrowingFields(typed, problem)}
    ${areaField({
      name: 'members',
      label: 'Members of JSON bodies',
      rows: 3,
      value: typed.get('members') ?? '',
      placeholder: 'POST /v1/refunds amount <= 5000',
      hint: 'One a line: a method and a path or neither, the member, and <=, >=, 1..5000 or in ["eur", "usd"].',
      problem,
      attributes: html`spellcheck="false"`,
    })}
    ${credentialRows(typed).map((row, index) => credentialFields(row, index, problem))}
    <p class="hint">
      A header by path takes the place of the one above for that path and what is below it. Leave the value
      empty to keep the stored one, or the path empty to remove the header.
    </p>
  </details>`;
}

export const narrowingFields = (typed: URLSearchParams, problem: FormProblem | undefined): Html =>
  html`${textField({
    name: 'methods',
    label: 'Methods',
    value: typed.get('methods') ?? '',
    placeholder: 'GET POST',
    hint: 'Empty: all of them.',
    problem,
  })}
  ${areaField({
    name: 'paths',
    label: 'Paths',
    rows: 3,
    value: typed.get('paths') ?? '',
    placeholder: '/v1/refunds/*',
    hint: 'One a line; * stands for one segment, /** at the end for any rest. Empty: all of them.',
    problem,
    attributes: html`spellcheck="false"`,
  })}`;

interface Row {
  readonly pathPrefix: string;
  readonly headerName: string;
}

/** As typed or stored, and an empty one. */
function credentialRows(typed: URLSearchParams): readonly Row[] {
  const names = typed.getAll('credentialName');
  const rows = typed
    .getAll('credentialPrefix')
    .map((pathPrefix, index) => ({ pathPrefix, headerName: names[index] ?? '' }))
    .filter(({ pathPrefix }) => pathPrefix !== '');
  return [...rows, { pathPrefix: '', headerName: '' }];
}

const credentialFields = (
  { pathPrefix, headerName }: Row,
  index: number,
  problem: FormProblem | undefined,
): Html => {
  const field = (name: string, label: string) => ({
    name,
    id: `${name}-${index}`,
    label,
    // The refusal does not say which of them it is.
    problem: problem?.field === 'credentials' ? { ...problem, field: name } : undefined,
  });
  return html`<div class="pair">
    ${textField({ ...field('credentialPrefix', 'Path'), value: pathPrefix, placeholder: '/v1/admin' })}
    ${textField({ ...field('credentialName', 'Name of its header'), value: headerName, placeholder: 'Authorization' })}
    ${textField({
      ...field('credentialValue', 'Value of its header'),
      placeholder: pathPrefix === '' ? 'Bearer …' : 'Unchanged',
      attributes: html`class="masked" spellcheck="false"`,
    })}
  </div>`;
};

const lines = (text: string | null): readonly string[] =>
  (text ?? '').split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

type Method = NonNullable<Bounds['methods']>[number];

const nullIfNone = <Item>(items: readonly Item[]) => (items.length === 0 ? null : [...items]);

/** Methods and paths as the operations take them. */
export const narrowingOf = (form: URLSearchParams) => ({
  methods: nullIfNone((form.get('methods') ?? '').toUpperCase().match(/[^\s,]+/g) ?? []) as Method[] | null,
  paths: nullIfNone(lines(form.get('paths'))),
});

/** All of them; nothing where the form has no such fields. */
export function boundsOf(form: URLSearchParams) {
  if (!form.has('paths')) return {};
  const [names, values] = [form.getAll('credentialName'), form.getAll('credentialValue')];
  const credentials = form.getAll('credentialPrefix').flatMap((prefix, index) => {
    const headerValue = values[index] ?? '';
    const pathPrefix = prefix.trim();
    if (pathPrefix === '' && headerValue === '') return [];
    return [{ pathPrefix, headerName: names[index] ?? '', ...(headerValue !== '' && { headerValue }) }];
  });
  return { ...narrowingOf(form), members: lines(form.get('members')).map(memberOf), credentials };
}

type Pairs = [name: string, value: string][];

/** As the fields have them. */
export const boundsTyped = ({ methods, paths, members, credentials }: Bounds): Pairs => [
  ...narrowingTyped({ methods, paths }),
  ['members', members.map(memberLine).join('\n')],
  ...credentials.flatMap(({ pathPrefix, headerName }): Pairs => [
    ['credentialPrefix', pathPrefix],
    ['credentialName', headerName],
  ]),
];

export const narrowingTyped = ({ methods, paths }: Pick<Bounds, 'methods' | 'paths'>): Pairs => [
  ['methods', methods?.join(' ') ?? ''],
  ['paths', paths?.join('\n') ?? ''],
];
