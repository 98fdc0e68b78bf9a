import { type Html, html } from '#api/html.ts';
import type { AnswerTo, OperationCalls } from '#api/routing/call-operation.ts';
import { notice } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { automationPath } from './automation-path.ts';
import { handshakeNote } from './handshake-page.ts';
import { signatureWords } from './sender-fields.ts';
import type { ShownAutomation } from './shown-automation.ts';

type Delivery = AnswerTo<'readDelivery'>;

/** So many of the newest are looked at: an owner's own tries have no sender. */
const newestMax = 5;

/** The newest delivery that the sender of an automation sent; null where there is none. */
export async function newestOfSender(
  manage: Pick<OperationCalls, 'listActivity' | 'readDelivery'>,
  { id, sender }: Pick<ShownAutomation, 'id' | 'sender'>,
): Promise<Delivery | null> {
  const { items } = await manage.listActivity({ params: { id }, query: { limit: `${newestMax}` } });
  for (const { deliveryId } of items) {
    const delivery = await manage.readDelivery({ params: { deliveryId } });
    if (sender === 'generic' || delivery.sender === sender) return delivery;
  }
  return null;
}

/** Whether the sender has sent: its newest delivery, and a later one that was refused; follows what happens. */
export function firstEvent(automation: ShownAutomation, received: Delivery | null, timeZone: string): Html {
  const { id, signatures, handshake, suggestedSender } = automation;
  const { lastRefused } = signatures;
  const isRefused = lastRefused !== null && !(received !== null && received.receivedAt > lastRefused.at);
  const isAnswered = handshake !== null && handshake.waitsFor === null && received === null;
  return html`<section
    id="first-event"
    aria-labelledby="first-event-title"
    ${liveAttributes(id, received === null)}
  >
    <h2 id="first-event-title">${received === null ? 'First event' : 'Newest event'}</h2>
    ${handshakeNote(automation)}
    ${isAnswered && html`<p>The handshake was answered ${time(handshake.at, timeZone)}.</p>`}
    ${isRefused && notice('refused', signatureWords(signatures, timeZone))}
    ${received !== null && notice(received.verified === false ? 'attention' : 'done', receivedWords(received, timeZone))}
    ${received === null && !isRefused && notice('attention', 'Waiting for the first event.', { role: 'status' })}
    ${
      suggestedSender !== null &&
      html`<p>${suggestedSender.title} seems to send. If it does, choose it as the sender.</p>`
    }
  </section>`;
}

/** A refused delivery, a handshake and a suggestion are no change that is told. */
const liveAttributes = (id: string, isWaiting: boolean): Html =>
  html`hx-get="${automationPath(id)}/connect" hx-trigger="${isWaiting && 'every 5s, '}delivery from:body
  throttle:1s, resync from:body" hx-select="#first-event" hx-target="this" hx-swap="outerMorph"`;

const signatureOf = new Map([
  [true, ', its signature is verified'],
  [false, ', its signature was not checked: enter the signing secret'],
]);

const receivedWords = ({ deliveryId, eventName, receivedAt, verified }: Delivery, timeZone: string): Html =>
  html`Received ${time(receivedAt, timeZone)}:
    <a href="/console/deliveries/${deliveryId}"
      >${eventName === null ? 'the delivery' : outsideText(eventName, 120)}</a
    >${verified !== null && signatureOf.get(verified)}.`;
