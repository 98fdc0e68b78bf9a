import { type Html, html } from '#api/html.ts';
import type { Sender } from '#senders/sender.ts';
import { signedHeaders } from '#senders/signed-headers.ts';
import { eventOf, sampleEvents } from '../../connect/sample-events.ts';
import { type SampleEvent, signedCurl } from '../../connect/signed-curl.ts';
import { checkCommand, commandOf, type SnippetDelivery, snippets } from '../../connect/snippets.ts';
import { choiceField } from '../../parts/field.ts';
import type { DeliveryText } from './last-delivery.ts';
import type { ShownAutomation } from './shown-automation.ts';

/** Longer ones are not what a snippet is for. */
const sampleCharsMax = 1_500;

const example = {
  contentType: 'application/json',
  body: '{"order": {"id": 7, "status": "paid", "total": 120}}',
};

interface Sending {
  readonly automation: ShownAutomation;
  readonly sender: Sender | undefined;
  readonly url: string;
  readonly last: DeliveryText | null;
  readonly path: string;
  readonly kept: Readonly<Record<string, string | undefined>>;
  /** The sample event that is chosen, by its number. */
  readonly sample: string | undefined;
}

/** Programs that send a delivery to the URL, and the check of one. */
export async function connectSnippets(shown: Sending): Promise<Html> {
  const { automation, sender, url, last, sample } = shown;
  const isShown = shown.kept['show'] !== undefined;
  const delivered = last !== null && last.body.length <= sampleCharsMax ? last : example;
  const delivery = { url, eventId: 'order-1001', contentType: delivered.contentType, body: delivered.body };
  const events = await sampleEvents(automation.sender);
  const event =
    events[Number(sample ?? 0)] ??
    events[0] ??
    (automation.customSender === null || automation.sender !== 'custom'
      ? undefined
      : eventOf(automation.customSender, { ...delivered, eventId: delivery.eventId }));
  const signed = automation.hasSigningSecret && sender !== undefined ? signedHeaders(sender) : [];
  const sent = event === undefined ? delivery : deliveryOf(delivery, event);
  return html`<h2>Send a delivery</h2>
    <p class="hint">
      Send the same event id again when a try fails, and the event is processed once.
      ${!isShown && 'Show the URL to include it in these.'}
    </p>
    ${events.length > 1 && sampleForm(shown, events)}
    ${
      event === undefined
        ? snippets.map(({ id, title, write }, index) =>
            snippet({ id, title, text: write(delivery), isShown, isOpen: index === 0 }),
          )
        : snippet({
            id: 'shell',
            title: 'curl',
            isShown,
            isOpen: true,
            ...scriptOf(sender, { sent, event, signed }),
          })
    }
    <h2>Check a delivery</h2>
    <p class="hint">
      A step for the CI of the sender: it is judged as a delivery is, and nothing is run or kept. It fails if
      the delivery would be refused, or if it is not certain what would be done, such as when a field is
      missing. ${signed.length > 0 && 'The sender signs it, and puts its signature into the variables.'}
    </p>
    <pre id="snippet-check" tabindex="0">${checkCommand(sent, signed)}</pre>
    ${isShown && html`<button type="button" data-copy="snippet-check">Copy</button>`}`;
}

function deliveryOf(delivery: SnippetDelivery, { headers, body }: SampleEvent): SnippetDelivery {
  const { 'content-type': contentType = 'application/json', ...others } = headers;
  return { ...delivery, contentType, body, headers: others };
}

interface Scripted {
  readonly sent: SnippetDelivery;
  readonly event: SampleEvent;
  readonly signed: readonly string[];
}

/** Signed where the shell can do so, else with the headers of its signature in variables. */
function scriptOf(sender: Sender | undefined, { sent, event, signed }: Scripted) {
  const { data } = sender ?? {};
  const script = data === undefined ? null : signedCurl(sent.url, event, data);
  if (script === null)
    return {
      text: commandOf('curl -X POST', sent, signed),
      hint: signed.length > 0 && 'The sender signs it: put its signature into the variables.',
    };
  return {
    text: script,
    hint:
      data?.signature != null &&
      html`Put the signing secret into the variable first: <code>read -rs SECRET</code>`,
  };
}

interface Snippet {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly hint?: Html | string | false;
  readonly isShown: boolean;
  readonly isOpen: boolean;
}

const snippet = ({ id, title, text, hint = false, isShown, isOpen }: Snippet): Html =>
  html`<details class="snippet" ${isOpen && html`open`}>
    <summary>${title}</summary>
    ${hint !== false && html`<p class="hint">${hint}</p>`}
    <pre id="snippet-${id}" tabindex="0">${text}</pre>
    ${isShown && html`<button type="button" data-copy="snippet-${id}">Copy</button>`}
  </details>`;

const sampleForm = ({ path, kept, sample }: Sending, events: readonly { readonly name: string }[]): Html =>
  html`<form method="get" action="${path}">
    ${Object.entries(kept).map(([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${choiceField({
      name: 'sample',
      label: 'Sample event',
      value: sample ?? '0',
      options: events.map(({ name }, index) => [`${index}`, name]),
    })}
    <div class="actions"><button>Show it</button></div>
  </form>`;
