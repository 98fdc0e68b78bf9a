import { type Html, html } from '../../html.ts';

const roles = { done: 'status', attention: undefined, refused: 'alert' } as const;

interface More {
  readonly id?: string;
  /** Below the sentence. */
  readonly more?: Html | false;
  /** Default: that of its kind; `status` for attention that answers a form. */
  readonly role?: 'status' | 'alert' | undefined;
}

/** A sentence that stands out: something was done, wants attention, or was refused. */
export const notice = (
  kind: keyof typeof roles,
  sentence: Html | string,
  { id, more, role = roles[kind] }: More = {},
): Html =>
  html`<div
    class="notice ${kind}"
    ${id !== undefined && html`id="${id}"`}
    ${role !== undefined && html`role="${role}"`}
  >
    <p>${sentence}</p>
    ${more}
  </div>`;

/** The reason why a form was refused, with its remedy; nothing where it was not. */
export const problemNote = (
  problem: { readonly message: string; readonly hint?: string } | undefined,
): Html | false =>
  problem !== undefined &&
  notice('refused', problem.message, {
    id: 'problem',
    more: problem.hint !== undefined && html`<p>${problem.hint}</p>`,
  });

/** A value that was made just now and is never shown again. */
export const shownOnce = (id: string, sentence: string, value: string): Html =>
  notice('done', `${sentence} It is shown only once: copy it now.`, {
    more: html`<p class="copy">
      <code id="${id}">${value}</code>
      <button type="button" data-copy="${id}">Copy</button>
    </p>`,
  });
