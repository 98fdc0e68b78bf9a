import { type Html, html } from '../../html.ts';
import { type FormProblem, invalid } from './refused-form.ts';

interface Field {
  readonly name: string;
  readonly label: string;
  /** Default: the name. */
  readonly id?: string;
  readonly value?: string | number | undefined;
  readonly placeholder?: string;
  /** Below it. */
  readonly hint?: Html | string | false | undefined;
  /** Marks the field that is named there. */
  readonly problem?: FormProblem | undefined;
  readonly type?: string;
  readonly autocomplete?: string;
  readonly isRequired?: boolean;
  /** Further attributes. */
  readonly attributes?: Html;
}

export type Option = readonly [value: string, title: string];

/** A line of text, or what else its `type` says. */
export const textField = (field: Field): Html =>
  labelled(
    field,
    html`<input
      ${nameOf(field)}
      value="${field.value}"
      ${attributesOf(field)}
      type="${field.type ?? 'text'}"
      autocomplete="${field.autocomplete ?? 'off'}"
    />`,
  );

/** Browsers drop the first line break of a text area. It is a value here: formatters of templates move those of the source. */
export function areaField(field: Field & { readonly rows: number }): Html {
  const attributes = html`${nameOf(field)} ${attributesOf(field)} rows="${field.rows}"`;
  return labelled(field, html`<textarea ${attributes}>${['\n', field.value]}</textarea>`);
}

export const choiceField = (field: Field & { readonly options: readonly Option[] }): Html =>
  labelled(
    field,
    html`<select ${nameOf(field)} ${attributesOf(field)}>
      ${field.options.map(
        ([value, title]) =>
          html`<option value="${value}" ${value === (field.value ?? '') && html`selected`}>${title}</option>`,
      )}
    </select>`,
  );

interface Check {
  readonly name: string;
  readonly label: Html | string;
  readonly isChecked?: boolean;
  readonly value?: string;
  readonly hint?: Html | string;
}

/** A box to tick, with its text beside it. */
export const checkField = ({ name, label, isChecked = false, value = 'true', hint }: Check): Html =>
  html`<p class="choice">
      <label for="${name}">
        <input
          type="checkbox"
          id="${name}"
          name="${name}"
          value="${value}"
          ${hint !== undefined && html`aria-describedby="${name}-hint"`}
          ${isChecked && html`checked`}
        />
        <span>${label}</span>
      </label>
    </p>
    ${hint !== undefined && html`<p id="${name}-hint" class="hint">${hint}</p>`}`;

const labelled = ({ name, id = name, label, hint }: Field, element: Html): Html =>
  html`<p class="field">
    <label for="${id}">${label}</label>
    ${element} ${hasHint(hint) && html`<span id="${id}-hint" class="hint">${hint}</span>`}
  </p>`;

const nameOf = ({ name, id = name }: Field): Html => html`id="${id}" name="${name}"`;

const attributesOf = ({ name, id = name, hint, problem, placeholder, isRequired, attributes }: Field): Html =>
  html`${invalid(problem, name, hasHint(hint) ? `${id}-hint` : undefined)}
  ${placeholder !== undefined && html`placeholder="${placeholder}"`} ${isRequired === true && html`required`}
  ${attributes}`;

const hasHint = (hint: Field['hint']): hint is Html | string => hint !== undefined && hint !== false;
