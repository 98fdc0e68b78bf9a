import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { type Html, html } from '#api/html.ts';
import { outsideCharacters, outsideText, shortened } from '../../parts/outside-text.ts';
import { size } from '../../parts/size.ts';
import { deliveryPath, type ShownDelivery } from './delivery-path.ts';
import { indentedJson } from './indented-json.ts';

/** A page stays light, whatever arrived; the whole body is behind the link. */
const charsMax = 24_000;

/** The body as the sender sent it. `raw`: byte for byte as text, else arranged for reading where that can be done. */
export function arrivedPart(delivery: ShownDelivery, raw: boolean): Html {
  const { deliveryId, arrived } = delivery;
  const path = deliveryPath(deliveryId);
  return html`<section aria-labelledby="arrived">
    <h2 id="arrived">What arrived</h2>
    ${
      isSkippedAtDoor(delivery) && arrived.text === '' && arrived.sizeBytes > 0
        ? html`<p>No run was started for it, and its body was not stored.</p>`
        : html`<p class="views">
              <a href="${path}#arrived" ${!raw && html`aria-current="true"`}>Arranged</a>
              <a href="${path}?body=raw#arrived" ${raw && html`aria-current="true"`}>Raw</a>
              <a href="${path}/body">Download</a>
              <a href="${path}/curl">Send it with curl</a>
              <span class="quiet"
                >${size(arrived.sizeBytes)}, ${outsideText(arrived.contentType ?? 'no type')}</span
              >
            </p>
            ${raw ? rawBody(arrived.text) : arrangedBody(arrived)}
            ${
              (arrived.truncated || arrived.text.length > charsMax) &&
              html`<p class="hint">
                This is the beginning. The download has all ${size(arrived.sizeBytes)}.
              </p>`
            }`
    }
    ${headersOf(arrived.headers)}
  </section>`;
}

const rawBody = (text: string): Html =>
  text === ''
    ? html`<p class="quiet">The body is empty.</p>`
    : html`<pre class="foreign" tabindex="0">${outsideCharacters(shortened(text, charsMax))}</pre>`;

function arrangedBody({ text, contentType, truncated }: ShownDelivery['arrived']): Html {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType ?? '')) return fieldsOf(text);
  const arranged = truncated ? null : indentedJson(text);
  return rawBody(arranged ?? text);
}

const fieldsMax = 200;

function fieldsOf(text: string): Html {
  const fields = [...new URLSearchParams(shortened(text, charsMax))].slice(0, fieldsMax);
  return html`<dl class="fields">
    ${fields.map(
      ([name, value]) =>
        html`<dt>${outsideText(name)}</dt>
          <dd>${outsideText(value, charsMax)}</dd>`,
    )}
  </dl>`;
}

const headersOf = (headers: ShownDelivery['arrived']['headers']): Html =>
  html`<details class="headers">
    <summary>${Object.keys(headers).length} headers</summary>
    <dl>
      ${Object.entries(headers).map(
        ([name, value]) =>
          html`<dt>${outsideText(name)}</dt>
            <dd>${outsideText(value, 4_000)}</dd>`,
      )}
    </dl>
    <p class="hint">Without credentials and signatures, which are not kept.</p>
  </details>`;
