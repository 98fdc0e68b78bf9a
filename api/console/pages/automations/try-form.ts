import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { type FormProblem, invalid, problemNote } from '../../parts/refused-form.ts';
import { bodyKinds, type TryFields } from './try-fields.ts';

interface TryForm {
  readonly csrf: string;
  readonly path: string;
  readonly fields: TryFields;
  readonly problem?: FormProblem | undefined;
  /** What is said above the form. */
  readonly notice?: Html | undefined;
}

/** A delivery to be sent from the page. */
export const tryForm = ({ csrf, path, fields, problem, notice }: TryForm): Html =>
  html`<form method="post" action="${path}" class="try">
    ${csrfField(csrf)} ${problem !== undefined && problemNote(problem)} ${notice}
    <p class="field">
      <label for="contentType">Kind of body</label>
      <select id="contentType" name="contentType" ${invalid(problem, 'contentType')}>
        ${kindsWith(fields.contentType).map(
          ([type, title]) =>
            html`<option value="${type}" ${type === fields.contentType && html`selected`}>${title}</option>`,
        )}
      </select>
    </p>
    <p class="field">
      <label for="body">Body</label>
      <textarea id="body" name="body" rows="12" spellcheck="false" ${invalid(problem, 'body')}>
${fields.body}</textarea>
    </p>
    <div class="columns">
      ${line('eventId', 'Event id', fields, problem, 'A repeat of the same event is processed once.')}
      ${line('reference', 'Reference', fields, problem, 'The order, ticket or conversation that it is about.')}
      ${line('referenceUrl', 'Link to that', fields, problem, 'In your own system.')}
    </div>
    <p class="field">
      <label for="headers">Headers of the sender</label>
      <textarea
        id="headers"
        name="headers"
        rows="3"
        spellcheck="false"
        aria-describedby="headers-hint"
        ${invalid(problem, 'headers')}
      >
${fields.headers}</textarea>
      <span id="headers-hint" class="hint"
        >One a line, such as <code>X-GitHub-Event: issues</code>. Filters see them; credentials are left
        out.</span
      >
    </p>
    <div class="actions">
      <button class="primary" autofocus>Send</button>
    </div>
    <p class="hint">It is processed like any other delivery: requests are really sent, and the run counts.</p>
  </form>`;

/** The kinds that are offered, and the one that the delivery has. */
function kindsWith(contentType: string): readonly (readonly [string, string])[] {
  const kinds = Object.entries(bodyKinds);
  return contentType in bodyKinds ? kinds : [...kinds, [contentType, contentType]];
}

const line = (
  name: keyof TryFields,
  label: string,
  fields: TryFields,
  problem: FormProblem | undefined,
  hint: string,
): Html =>
  html`<p class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${fields[name]}"
      autocomplete="off"
      aria-describedby="${name}-hint"
      ${invalid(problem, name)}
    />
    <span id="${name}-hint" class="hint">${hint}</span>
  </p>`;
