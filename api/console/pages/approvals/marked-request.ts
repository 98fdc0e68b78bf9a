import { type Html, html } from '#api/html.ts';
import { outsideCharacters } from '../../parts/outside-text.ts';

/** The members of a request as people read them. */
const memberNames: Readonly<Record<string, string>> = {
  method: 'Method',
  url: 'URL',
  headers: 'Headers',
  body: 'Body',
  to: 'To',
  subject: 'Subject',
  text: 'Text',
  html: 'HTML',
};
export const nameOfMember = (name: string): string => memberNames[name] ?? name;

/** A request, member by member, in which the values that a delivery brought are marked. */
export const markedRequest = (request: Readonly<Record<string, unknown>>, values: readonly string[]): Html =>
  html`<dl class="request">
    ${Object.entries(request).map(
      ([name, value]) =>
        html`<dt>${nameOfMember(name)}</dt>
          <dd>
            <pre class="foreign" tabindex="0" aria-label="${name}">${marked(textOf(value), values)}</pre>
          </dd>`,
    )}
  </dl>`;

/** JSON in a text is shown on several lines. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}

/** `values`: longest first, so that a value within another one is no mark of its own. */
function marked(text: string, values: readonly string[]): Html {
  const [value, ...others] = values;
  if (value === undefined || text === '') return outsideCharacters(text);
  const parts = text.split(value);
  return html`${parts.map(
    (part, index) =>
      html`${index > 0 && html`<mark>${outsideCharacters(value)}</mark>`}${marked(part, others)}`,
  )}`;
}
