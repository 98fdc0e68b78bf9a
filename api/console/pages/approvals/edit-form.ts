import type { Approval } from '#contracts/approval.ts';
import { type Html, html } from '#api/html.ts';
import { parseJson } from '#domain/json-value.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { nameOfMember } from './marked-request.ts';
import { areaField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';

interface EditForm {
  readonly action: string;
  readonly csrf: string;
  readonly approval: { readonly request: Readonly<Record<string, unknown>> };
  readonly typed?: URLSearchParams;
  readonly problem?: FormProblem;
}

const prefix = 'request.';
const longFields: ReadonlySet<string> = new Set(['body', 'headers', 'text', 'html']);

/** The members of a request as fields, of which those that are no text are JSON. */
export function editForm({ action, csrf, approval, typed, problem }: EditForm): Html {
  const members = Object.entries(approval.request);
  return html`<section aria-labelledby="edit">
    <h2 id="edit">Edit it first</h2>
    <form method="post" action="${action}">
      ${csrfField(csrf)}
      ${members.map(([name, value]) => {
        const stored = typeof value === 'string' ? value : JSON.stringify(value);
        const field = {
          name: prefix + name,
          label: nameOfMember(name),
          value: typed?.get(prefix + name) ?? stored,
          problem,
        };
        return longFields.has(name) ? areaField({ ...field, rows: 5 }) : textField(field);
      })}
      <p class="actions"><button name="do" value="edit">Approve and send it like this</button></p>
    </form>
  </section>`;
}

/** The request of the form: whole, as it is to be sent. */
export const editedRequest = (form: URLSearchParams): Approval['request'] =>
  Object.fromEntries(
    [...form].flatMap(([name, text]) => {
      if (!name.startsWith(prefix)) return [];
      const member = name.slice(prefix.length);
      return [[member, member === 'headers' ? (parseJson(text)?.value ?? text) : text]];
    }),
  ) as Approval['request'];
