import { type Html, html } from '#api/html.ts';
import { areaField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import type { ShownAutomation } from './shown-automation.ts';

/** A schema as it is typed. */
export const typedSchema = (schema: ShownAutomation['answerSchema']): string =>
  schema === null ? '' : JSON.stringify(schema, null, 2);

/** The same as a member of a body; a text that is no JSON stays one, which the operation refuses. */
export function schemaOfField(typed: string): unknown {
  if (typed.trim() === '') return null;
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}

interface Shown {
  readonly name: string;
  readonly value: string;
  readonly problem: FormProblem | undefined;
}

export const answerSchemaField = (field: Shown): Html =>
  html`<details class="more" ${field.problem?.field === field.name && html`open`}>
    <summary>
      JSON of the answer
      <span class="quiet">${field.value.trim() === '' ? 'none: it is text' : 'by a schema'}</span>
    </summary>
    ${areaField({
      ...field,
      label: 'JSON Schema',
      rows: 8,
      hint: 'A run whose answer is not JSON of it is failed. Records, events and the CSV of deliveries have the JSON as result.',
      attributes: html`spellcheck="false"`,
    })}
  </details>`;
