import type { ShownAct } from '#capabilities/acting-step.ts';
import { shownAct } from '#capabilities/step.ts';
import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import { allowLink, policyPath } from '../../parts/allowing-path.ts';
import { approvalPath, stateWords } from '../../parts/approval-path.ts';
import { duration } from '../../parts/duration.ts';
import { outsideCharacters, outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { decisionsPart } from './decisions-part.ts';
import type { ShownDelivery, ShownStep } from './delivery-path.ts';
import { indentedJson } from './indented-json.ts';
import type { ShownDecisions } from './read-facts.ts';

export type Act = Exclude<ShownStep, { kind: 'model' }>;

/** Each call of a run that acts: to whom it went, what came back, and every try. */
export function requestsPart(
  delivery: Pick<ShownDelivery, 'steps' | 'agentId' | 'reason' | 'answer'>,
  decisions: ShownDecisions,
  timeZone: string,
): Html | null {
  const acts = delivery.steps.filter((step) => step.kind !== 'model');
  if (acts.length === 0) return null;
  const setting = settingOf(delivery, decisions, timeZone);
  return html`<section aria-labelledby="requests">
    <h2 id="requests">Requests</h2>
    ${table({
      name: 'Requests',
      rows: acts,
      columns: [
        { title: 'Sent to', cell: (act) => targetCell(act, setting) },
        { title: 'Outcome', cell: (act) => outcomeCell(act, setting) },
        { title: 'Took', className: 'number', cell: (act) => tookCell(act, timeZone) },
      ],
    })}
    ${decisionsPart(decisions)}
  </section>`;
}

/** Hosts that were refused although a policy covers them: another one would not help. */
const closedHosts = ({ items }: ShownDecisions): ReadonlySet<string> =>
  new Set(items.filter(({ allowed, ground }) => !allowed && ground !== 'host').map(({ host }) => host));

/** By host: the policy that covers it. */
const policiesOf = ({ items }: ShownDecisions): Setting['policies'] =>
  new Map(items.flatMap(({ host, policyId }) => (policyId === null ? [] : [[host, policyId] as const])));

interface Setting {
  readonly agentId: string;
  readonly timeZone: string;
  /** The page says this already, above. */
  readonly said: string;
  readonly closed: ReadonlySet<string>;
  readonly policies: ReadonlyMap<string, string>;
}

/** The facts beside a request of a delivery. */
export const settingOf = (
  { agentId, reason, answer }: Pick<ShownDelivery, 'agentId' | 'reason' | 'answer'>,
  decisions: ShownDecisions,
  timeZone: string,
): Setting => ({
  agentId,
  timeZone,
  said: `${reason ?? ''}\n${answer ?? ''}`,
  closed: closedHosts(decisions),
  policies: policiesOf(decisions),
});

export function targetCell(step: Act, { said, timeZone }: Setting): Html {
  const { title, target, error, details } = shownAct(step);
  return html`<code>${outsideText(`${title} ${target}`)}</code>
    ${error !== null && !said.includes(error) && html`<p class="detail">${outsideText(error, 600)}</p>`}
    ${triesOf(step.tries ?? [], timeZone)} ${details.map(detailOf)}`;
}

function outcomeCell(step: Act, setting: Setting): Html {
  const { outcome, isGood, remedy } = shownAct(step);
  const kind = outcome === 'waiting' ? outcome : isGood ? 'succeeded' : 'failed';
  return html`<span class="outcome ${kind}">${outcome}</span> ${approvalNote(step.approval)}
    ${remedy !== null && remedyLink(remedy, setting)}`;
}

const approvalNote = (approval: Act['approval']): Html | false =>
  approval !== undefined &&
  html`<p class="detail">
    <a href="${approvalPath(approval.id)}">approval ${stateWords[approval.state]}</a>${
      approval.by !== null && html` by ${outsideText(approval.by)}`
    }
  </p>`;

const tookCell = ({ durationMs, nextTryAt = null }: Act, timeZone: string): Html =>
  html`${duration(durationMs)}
  ${nextTryAt !== null && html`<p class="detail">again ${time(nextTryAt, timeZone)}</p>`}`;

/** The link to the policy that makes it work the next time. */
export function remedyLink(
  { kind, name }: NonNullable<ShownAct['remedy']>,
  { agentId, closed, policies }: Setting,
): Html | false {
  if (kind === 'allow') return !closed.has(name) && allowLink(agentId, name);
  return html`<a href="${policyPath(agentId, policies.get(name))}">Add a key for ${outsideText(name)}</a>`;
}

/** Only where one try was not enough. */
function triesOf(tries: NonNullable<Act['tries']>, timeZone: string): Html | false {
  return (
    tries.length > 1 &&
    html`<details>
      <summary>${tries.length} tries</summary>
      <ol class="tries">
        ${tries.map(
          ({ at, status, error }) =>
            html`<li>
              ${time(at, timeZone)}: ${status ?? ''} ${error !== null && outsideText(error, 300)}
            </li>`,
        )}
      </ol>
    </details>`
  );
}

/** A short value stands in a line, a long one is folded. */
const detailOf = ({ label, value }: ShownAct['details'][number]): Html =>
  value.length <= lineCharsMax && !/[\n{[]/.test(value)
    ? html`<p class="detail">${label}: ${outsideText(value)}</p>`
    : html`<details>
        <summary>${label}</summary>
        <pre class="body foreign" dir="auto" tabindex="0" aria-label="${label}">
${outsideCharacters(indentedJson(value) ?? value)}</pre>
      </details>`;

const lineCharsMax = 100;
