import { randomUUID } from 'node:crypto';

import { type Html, html } from '../../html.ts';

const name = 'idempotencyKey';

/** Makes each form that is shown do its work once, however often it is sent. */
export const formKey = (): Html => html`<input type="hidden" name="${name}" value="${randomUUID()}" />`;

/** The header by which an operation knows that a form was sent before. */
export function keyHeader(form: URLSearchParams): Readonly<Record<string, string>> {
  const key = form.get(name);
  return key === null || key === '' ? {} : { 'Idempotency-Key': key };
}
