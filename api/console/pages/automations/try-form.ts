import { type Html, html } from '#api/html.ts';
import { problemNote } from '../../parts/notice.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { areaField, choiceField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { bodyKinds, type TryFields } from './try-fields.ts';

interface TryForm {
  readonly csrf: string;
  readonly path: string;
  readonly fields: TryFields;
  readonly problem?: FormProblem | undefined;
  /** Above the form. */
  readonly note?: Html | undefined;
}

/** A delivery to be sent from the page. */
export function tryForm({ csrf, path, fields, problem, note }: TryForm): Html {
  const field = (name: keyof TryFields) => ({ name, value: fields[name], problem });
  return html`<form method="post" action="${path}" class="try">
    ${csrfField(csrf)} ${problemNote(problem)} ${note}
    ${choiceField({ ...field('contentType'), label: 'Kind of body', options: kindsWith(fields.contentType) })}
    ${areaField({ ...field('body'), label: 'Body', rows: 12, attributes: asTyped })}
    <div class="columns">
      ${textField({ ...field('eventId'), label: 'Event id', hint: 'A repeat of the same event is processed once.' })}
      ${textField({ ...field('reference'), label: 'Reference', hint: 'The order, ticket or conversation that it is about.' })}
      ${textField({ ...field('referenceUrl'), label: 'Link to that', hint: 'In your own system.' })}
    </div>
    ${areaField({
      ...field('headers'),
      label: 'Headers of the sender',
      rows: 3,
      attributes: asTyped,
      hint: html`One a line, such as <code>X-GitHub-Event: issues</code>. Filters see them; credentials are
        left out.`,
    })}
    <div class="actions">
      <button class="primary" autofocus>Send</button>
    </div>
    <p class="hint">
      It is processed like any other delivery: requests are really sent, and the run is billed.
    </p>
  </form>`;
}

const asTyped = html`spellcheck="false"`;

/** The kinds that are offered, and the one that the delivery has. */
function kindsWith(contentType: string): readonly (readonly [string, string])[] {
  const kinds = Object.entries(bodyKinds);
  return contentType in bodyKinds ? kinds : [...kinds, [contentType, contentType]];
}
