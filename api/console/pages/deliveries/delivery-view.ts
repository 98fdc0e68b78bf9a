import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { type Html, html } from '#api/html.ts';
import { type View, view } from '../../define-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { formKey } from '../../parts/form-key.ts';
import { problemNote } from '../../parts/notice.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { deliveryState } from '../../parts/outcome.ts';
import { outsideCharacters, outsideText, shortened } from '../../parts/outside-text.ts';
import { readOnlyNote, whyReadOnly } from '../../parts/read-only.ts';
import { keepLink } from '../cases/keep-link.ts';
import { arrivedPart } from './arrived-part.ts';
import { reasonPart } from './cause-part.ts';
import { causedPart } from './caused-part.ts';
import { deliveryPath, type ShownDelivery } from './delivery-path.ts';
import { indentedJson } from './indented-json.ts';
import type { DeliveryFacts } from './read-facts.ts';
import { repeatsPart } from './repeats-part.ts';
import { replayPart } from './replay-part.ts';
import { replaysPart } from './replays-part.ts';
import { requestsPart } from './requests-part.ts';
import { summaryPart } from './summary-part.ts';
import { timelineOf } from './timeline.ts';
import { timelinePart } from './timeline-part.ts';
import { rehearsalsPath } from '../rehearsals/rehearsal-path.ts';
import { revisionChanges } from '../automations/revision-changes.ts';

interface Shown extends DeliveryFacts {
  readonly timeZone: string;
  readonly workspace: AuthorizedWorkspace;
  readonly csrf: string;
  readonly raw: boolean;
  /** Why an action was refused. */
  readonly problem?: FormProblem | undefined;
  /** The place of the event id, as it was typed and refused. */
  readonly typed?: string | undefined;
}

/** The page of one delivery. */
export function deliveryView({ csrf, raw, problem, typed, workspace, ...facts }: Shown): View {
  const { delivery } = facts;
  const readOnly = whyReadOnly(workspace);
  const { automationName, eventName, reference } = delivery;
  const about = [eventName, reference].filter((part) => part !== null).join(' ');
  const title = about === '' ? automationName : `${automationName}: ${about}`;
  return view({
    title: shortened(title, 80),
    section: 'activity',
    status: problem?.status ?? 200,
    body: html`<p class="crumb"><a href="/console/activity">Activity</a></p>
      <div class="heading">
        <h1>${outsideText(title, 120)}</h1>
        ${readOnly === null && actionPart(facts, csrf)}
      </div>
      ${readOnlyNote(readOnly)} ${problemNote(problem)} ${course(facts)} ${causedPart(facts)}
      ${replaysPart(facts)} ${repeatsPart({ ...facts, csrf, typed, problem, canRun: readOnly === null })}
      ${arrivedPart(delivery, raw)}`,
  });
}

/** Another run of it; or its first one, where it was skipped before any was started, and not run since. */
function actionPart({ delivery, automation }: DeliveryFacts, csrf: string): Html | false {
  if (isSkippedAtDoor(delivery) && delivery.ranAs !== null) return false;
  const [action, button] = isSkippedAtDoor(delivery)
    ? [
        'run-skipped',
        html`<button title="With the instructions of today, once for its event">Run it</button>`,
      ]
    : [
        'replay',
        html`<button title="A new delivery with the same body and the instructions of today">Replay</button>`,
      ];
  return html`<form class="actions" method="post" action="${deliveryPath(delivery.deliveryId)}/${action}">
    ${csrfField(csrf)} ${formKey()} ${automation !== null && rehearseLink(delivery)} ${button}
  </form>`;
}

const rehearseLink = ({ automationId, deliveryId }: ShownDelivery): Html =>
  html`<a href="${rehearsalsPath(automationId)}?delivery=${deliveryId}">Rehearse with today's automation</a>`;

/** The part that changes during the run: read again whenever something of it is stored. */
function course({
  delivery,
  automation,
  original,
  decisions,
  revisions,
  keptUntil,
  timeZone,
}: DeliveryFacts & { readonly timeZone: string }): Html {
  const { deliveryId, outcome, filter } = delivery;
  return html`<div id="course" ${outcome === 'running' && liveAttributes(deliveryId)}>
    <p class="result">
      ${deliveryState(delivery, timeZone)}
      <code class="quiet">${deliveryId}</code> ${keepLink({ delivery, automation })}
    </p>
    ${saidPart(delivery)} ${summaryPart({ delivery, automation, keptUntil, timeZone })}
    ${revisionPart({ revisions })} ${original !== null && replayPart(original, delivery, timeZone)}
    <section aria-labelledby="timeline">
      <h2 id="timeline">Timeline</h2>
      ${timelinePart(timelineOf(delivery, Date.now()))}
      ${
        filter !== null &&
        html`<details>
          <summary>The filter</summary>
          <p class="foreign">${outsideCharacters(filter.text)}</p>
        </details>`
      }
    </section>
    ${requestsPart(delivery, decisions, timeZone)}
  </div>`;
}

const liveAttributes = (deliveryId: string): Html =>
  html`hx-get="${deliveryPath(deliveryId)}" hx-trigger="delivery-${deliveryId} from:body throttle:300ms,
  resync from:body" hx-select="#course" hx-target="this" hx-swap="outerMorph"`;

function saidPart(delivery: ShownDelivery): Html {
  const { answer, result, reason, warnings } = delivery;
  return html`${reason !== null && answer?.includes(reason) !== true && html`<p class="reason">${reasonPart(delivery, 2_000)}</p>`}
  ${answer !== null && result === null && html`<blockquote class="answer foreign" dir="auto">${outsideCharacters(shortened(answer, shownCharsMax))}</blockquote>`}
  ${answer !== null && result !== null && resultText(answer)}
  ${
    warnings.length > 0 &&
    html`<ul class="warnings">
      ${warnings.map((warning) => html`<li>${outsideText(warning, 600)}</li>`)}
    </ul>`
  }`;
}

const shownCharsMax = 20_000;

const resultText = (answer: string): Html =>
  html`<pre class="body foreign" dir="auto" tabindex="0" aria-label="Result">
${outsideCharacters(shortened(indentedJson(answer) ?? answer, shownCharsMax))}</pre>`;

/** The automation of today, beside the revision under which the delivery was accepted. Nothing where that is the same. */
function revisionPart({ revisions }: Pick<DeliveryFacts, 'revisions'>): Html | null {
  if (revisions === null) return null;
  const { before, today } = revisions;
  return html`<details>
    <summary>Changes from revision ${before.revision} to ${today.revision}, that of today</summary>
    ${revisionChanges(before, today)}
  </details>`;
}
