import { type Html, html } from '#api/html.ts';
import { areaField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';

interface Typed {
  readonly value: (name: string) => string;
  readonly problem: FormProblem | undefined;
}

/** A document by its URL, or as text. */
export const documentFields = ({ value, problem }: Typed): Html => html`
  ${textField({
    name: 'documentUrl',
    label: 'URL of its OpenAPI document',
    value: value('documentUrl'),
    placeholder: 'https://example.com/openapi.json',
    problem,
  })}
  ${areaField({
    name: 'document',
    label: 'Or the document itself',
    rows: 4,
    value: value('document'),
    hint: 'OpenAPI 3.0 or 3.1 in JSON or YAML, at most 4 MB here and 20 MB by the API.',
    problem,
  })}
`;

export const documentOf = (form: URLSearchParams) => ({
  body: (form.get('document') ?? '').trim(),
  documentUrl: (form.get('documentUrl') ?? '').trim() || undefined,
});
