import { type Html, html } from '../../html.ts';
import { textField } from './field.ts';
import type { FormProblem } from './refused-form.ts';

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
  html`${textField({
    name: 'headerName',
    label: nameLabel,
    value: typed.get('headerName') ?? name,
    problem,
    placeholder: 'Authorization',
    attributes: html`spellcheck="false"`,
  })}
  ${textField({
    name: 'headerValue',
    label: valueLabel,
    problem,
    placeholder: valueHint,
    attributes: html`class="masked" spellcheck="false"`,
  })}`;
