import { type Html, html } from '#api/html.ts';
import { senderOf } from '#senders/index.ts';
import { signedHeaders } from '#senders/signed-headers.ts';
import { checkCommand, type SnippetDelivery, snippets } from '../../connect/snippets.ts';
import { definePage } from '../../define-page.ts';
import { automationFrame } from './automation-frame.ts';
import { automationParams, automationPath } from './automation-path.ts';
import { lastDelivery } from './last-delivery.ts';
import type { ShownAutomation } from './shown-automation.ts';
import { notice } from '../../parts/notice.ts';

/** Longer ones are not what a snippet is for. */
const sampleCharsMax = 1_500;

const example = {
  contentType: 'application/json',
  body: '{"order": {"id": 7, "status": "paid", "total": 120}}',
};

/** The URL of an automation, which is only shown when it is asked for, and how systems send to it. */
export const connectAutomation = () =>
  definePage({
    method: 'get',
    path: `${automationPath('{id}')}/connect`,
    params: automationParams,
    handle: async ({ manage, params, query }) => {
      const automation = await manage.readAutomation({ params, query: { wouldRun: 'false' } });
      const isShown = query['show'] !== undefined;
      const last = await lastDelivery(manage, automation.id);
      const sample = last !== null && last.body.length <= sampleCharsMax ? last : example;
      const { contentType, body } = sample;
      if (automation.url === null) return automationFrame({ automation, tab: '/connect', body: withoutUrl });
      const url = isShown ? automation.url : maskedUrl(automation.url);
      const delivery = { url, eventId: 'order-1001', contentType, body };
      return automationFrame({
        automation,
        tab: '/connect',
        body: html`${urlPart(automation, url, isShown)} ${snippetsPart(delivery, isShown)}
        ${checkPart(delivery, automation, isShown)}`,
      });
    },
  });

const withoutUrl = notice(
  'attention',
  'The URL is shown to editors and owners: whoever has it can wake the agent. Your token is that of a viewer.',
);

/** Without the secret at its end. */
const maskedUrl = (url: string): string => `${url.slice(0, url.lastIndexOf('/') + 1)}••••••••`;

const urlPart = (
  { id, hasSigningSecret }: Pick<ShownAutomation, 'id' | 'hasSigningSecret'>,
  url: string,
  isShown: boolean,
): Html =>
  html`<section class="hook-url" aria-labelledby="url-title">
    <h2 id="url-title">URL</h2>
    <p><code id="hook-url">${url}</code></p>
    <p class="hint">
      Anyone who has it can wake the agent: keep it private. It stays the same however the automation changes.
      ${
        !hasSigningSecret &&
        `Without a signing secret, they can also send an event id before your sender does: the real delivery is then answered "duplicate", and only you can run it.`
      }
    </p>
    <div class="actions">
      ${
        isShown
          ? html`<button type="button" data-copy="hook-url">Copy URL</button>
              <a href="${automationPath(id)}/connect">Hide</a>`
          : html`<a class="button" href="${automationPath(id)}/connect?show">Show the URL</a>`
      }
    </div>
  </section>`;

const snippetsPart = (delivery: SnippetDelivery, isShown: boolean): Html =>
  html`<h2>Send a delivery</h2>
    <p class="hint">
      Send the same event id again when a try fails, and the event is processed once.
      ${!isShown && 'Show the URL to include it in these.'}
    </p>
    ${snippets.map(
      ({ id, title, write }, index) =>
        html`<details class="snippet" ${index === 0 && html`open`}>
          <summary>${title}</summary>
          <pre id="snippet-${id}" tabindex="0">${write(delivery)}</pre>
          ${isShown && html`<button type="button" data-copy="snippet-${id}">Copy</button>`}
        </details>`,
    )}`;

function checkPart(
  delivery: SnippetDelivery,
  { sender: id, hasSigningSecret }: Pick<ShownAutomation, 'sender' | 'hasSigningSecret'>,
  isShown: boolean,
): Html {
  const sender = hasSigningSecret ? senderOf(id) : undefined;
  const signed = sender === undefined ? [] : signedHeaders(sender);
  return html`<h2>Check a delivery</h2>
    <p class="hint">
      A step for the CI of the sender: it is judged as a delivery is, and nothing is run or kept. It fails if
      the delivery would be refused, or if it is not certain what would be done, such as when a field is
      missing. ${signed.length > 0 && 'The sender signs it, and puts its signature into the variables.'}
    </p>
    <pre id="snippet-check" tabindex="0">${checkCommand(delivery, signed)}</pre>
    ${isShown && html`<button type="button" data-copy="snippet-check">Copy</button>`}`;
}
