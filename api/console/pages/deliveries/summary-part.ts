import { type Html, html } from '#api/html.ts';
import { automationPath } from '../automations/automation-path.ts';
import { causePath, causeTitle } from '../../parts/cause-path.ts';
import { duration } from '../../parts/duration.ts';
import { money } from '../../parts/money.ts';
import { outsideLink, outsideText } from '../../parts/outside-text.ts';
import { time, timeUntil } from '../../parts/time.ts';
import { causePart } from './cause-part.ts';
import { deliveryPath, referencePath, type ShownDelivery } from './delivery-path.ts';

interface Summary {
  readonly delivery: ShownDelivery;
  /** The automation as it is today; null where it is deleted. */
  readonly automation: { readonly id: string; readonly revision: number } | null;
  /** ISO 8601. */
  readonly keptUntil: string;
  readonly timeZone: string;
}

const idSources: Readonly<Record<ShownDelivery['eventIdSource'], string>> = {
  custom: 'from the place that this automation sets',
  header: 'from the header',
  event_id: 'from event_id of the body',
  idempotency_key: 'from idempotency_key of the body',
  sender: 'the sender’s own',
  payload: 'digest of the body, for one day',
  delivery: 'unique: bodies are not compared',
};

const repeatsKnown = ({ eventIdSource, dedupe }: ShownDelivery, timeZone: string): Html =>
  eventIdSource === 'delivery'
    ? html`repeats are no longer recognised`
    : html`repeats are recognised until ${timeUntil(dedupe.until, timeZone)}`;

/** The summary of a delivery. */
export function summaryPart({ delivery, automation, keptUntil, timeZone }: Summary): Html {
  const { automationName, receivedAt, durationMs, eventId, eventIdSource, replayOf, workflow } = delivery;
  return html`<dl class="summary">
    <dt>Arrived</dt>
    <dd>
      ${time(receivedAt, timeZone)}${durationMs !== null && html`, took ${duration(durationMs)}`}
      <span class="quiet">· kept until ${timeUntil(keptUntil, timeZone)}</span>
    </dd>
    <dt>Automation</dt>
    <dd>
      ${
        automation === null
          ? html`${outsideText(automationName)} <span class="quiet">(deleted)</span>`
          : html`<a href="${automationPath(automation.id)}">${outsideText(automationName)}</a>`
      }
      ${revisionOf(delivery, automation)}
    </dd>
    ${failureOf(delivery)} ${senderOf(delivery)} ${referenceOf(delivery)}
    <dt>Event id</dt>
    <dd>
      ${outsideText(eventId)} <span class="quiet">${idSources[eventIdSource]}</span>
      <span class="quiet">· ${repeatsKnown(delivery, timeZone)}</span>
    </dd>
    ${duplicatesOf(delivery, timeZone)}
    ${
      delivery.requests !== null &&
      html`<dt>Requests</dt>
        <dd>${delivery.requests} ${delivery.requests === 1 ? 'request' : 'requests'}</dd>`
    }
    <dt>Cost</dt>
    <dd>${costOf(delivery.cost)}</dd>
    ${
      delivery.causedBy !== null &&
      html`<dt>Caused by</dt>
        <dd>${causePart(delivery.causedBy)}</dd>`
    }
    ${linked('Run of a skipped delivery', delivery.runOf)} ${linked('Run again as', delivery.ranAs)}
    ${
      replayOf !== null &&
      html`<dt>Replay of</dt>
        <dd><a href="${deliveryPath(replayOf)}">${replayOf}</a></dd>`
    }
    ${
      workflow.url !== null &&
      html`<dt>Workflow</dt>
        <dd><a href="${workflow.url}" rel="noreferrer">Temporal Web UI</a></dd>`
    }
  </dl>`;
}

const linked = (name: string, deliveryId: string | null): Html | false =>
  deliveryId !== null &&
  html`<dt>${name}</dt>
    <dd><a href="${deliveryPath(deliveryId)}">${deliveryId}</a></dd>`;

function revisionOf({ revision }: ShownDelivery, automation: Summary['automation']): Html {
  const isOld = automation !== null && automation.revision !== revision;
  return html`<span class="quiet"
    >revision
    ${revision}${
      isOld && html`, <a href="${automationPath(automation.id)}/revisions">today ${automation.revision}</a>`
    }</span
  >`;
}

const failureOf = ({ failure }: ShownDelivery): Html | false =>
  failure !== null &&
  html`<dt>Cause</dt>
    <dd><a href="${causePath(failure.causeId)}">${outsideText(causeTitle(failure), 100)}</a></dd>`;

const signatures = new Map([
  [true, 'signature verified'],
  [false, 'signature not checked: the automation has no signing secret'],
  [null, 'does not sign'],
]);

/** Nothing where the sender is none of those that are known. */
const senderOf = ({ sender, eventName, verified }: ShownDelivery): Html | false =>
  (sender !== 'generic' || eventName !== null || verified !== null) &&
  html`<dt>Sender</dt>
    <dd>
      ${sender}${eventName !== null && html`: ${outsideText(eventName, 120)}`}
      <span class="quiet">${signatures.get(verified)}</span>
    </dd>`;

const referenceOf = ({ reference, referenceUrl }: ShownDelivery): Html | false =>
  (reference !== null || referenceUrl !== null) &&
  html`<dt>Reference</dt>
    <dd>
      ${outsideLink(reference ?? 'at the sender', referenceUrl)}
      ${reference !== null && html`<a class="quiet" href="${referencePath(reference)}">related deliveries</a>`}
    </dd>`;

const duplicatesOf = ({ duplicates, lastDuplicateAt }: ShownDelivery, timeZone: string): Html | false =>
  duplicates > 0 &&
  html`<dt>Duplicates</dt>
    <dd>
      Arrived ${duplicates} more
      ${duplicates === 1 ? 'time' : 'times'}${
        lastDuplicateAt !== null && html`, last ${time(lastDuplicateAt, timeZone)}`
      };
      these were ignored
    </dd>`;

function costOf({ automationRuns, inputTokens, outputTokens, money: amount }: ShownDelivery['cost']): Html {
  const tokens = new Intl.NumberFormat('en');
  return html`${money(amount)}<span class="quiet"
      >${inputTokens + outputTokens > 0 && html` · ${tokens.format(inputTokens)} tokens read, ${tokens.format(outputTokens)} written`}${automationRuns > 0 && ` · ${automationRuns} automation ${automationRuns === 1 ? 'run' : 'runs'}`}</span
    >`;
}
