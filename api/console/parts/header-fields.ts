import { type Html, html } from '../../html.ts';
import { type FormProblem, invalid } from './refused-form.ts';

interface HeaderFields {
  readonly typed: URLSearchParams;
  readonly problem: FormProblem | undefined;
  readonly nameLabel?: string;
  readonly valueLabel?: string;
  /** The value that the field of the name begins with. */
  readonly name?: string;
  readonly valueHint?: string;
}

/**
 * The header that a target demands; its value is never shown again. Masked text, no password field: browsers take two of
 * those for two forms, and offer to keep them.
 */
export const headerFields = ({
  typed,
  problem,
  nameLabel = 'Header name',
  valueLabel = 'Header value',
  name = '',
  valueHint = 'Bearer …',
}: HeaderFields): Html =>
  html`<p class="field">
      <label for="headerName">${nameLabel}</label>
      <input
        id="headerName"
        name="headerName"
        value="${typed.get('headerName') ?? name}"
        placeholder="Authorization"
        autocomplete="off"
        spellcheck="false"
        ${invalid(problem, 'headerName')}
      />
    </p>
    <p class="field">
      <label for="headerValue">${valueLabel}</label>
      <input
        id="headerValue"
        name="headerValue"
        class="masked"
        placeholder="${valueHint}"
        autocomplete="off"
        spellcheck="false"
        ${invalid(problem, 'headerValue')}
      />
    </p>`;
