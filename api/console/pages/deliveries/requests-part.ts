import { type Html, html } from '#api/html.ts';
import { allowingPath, policyPath } from '../../parts/allowing-path.ts';
import { duration } from '../../parts/duration.ts';
import { hostOf } from '../../parts/host-of.ts';
import { outsideCharacters, outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { decisionsPart } from './decisions-part.ts';
import type { ShownDelivery, ShownStep } from './delivery-path.ts';
import { indentedJson } from './indented-json.ts';
import type { ShownDecisions } from './read-facts.ts';

type Request = Extract<ShownStep, { kind: 'request' }>;

/** Each request of a run: where it went, what was attached, what came back, and every try. */
export function requestsPart(
  { steps, agentId, reason, answer }: Pick<ShownDelivery, 'steps' | 'agentId' | 'reason' | 'answer'>,
  decisions: ShownDecisions,
  timeZone: string,
): Html | null {
  const requests = steps.filter((step) => step.kind === 'request');
  if (requests.length === 0) return null;
  const setting = {
    agentId,
    timeZone,
    said: `${reason ?? ''}\n${answer ?? ''}`,
    closed: closedHosts(decisions),
    policies: policiesOf(decisions),
  };
  return html`<section aria-labelledby="requests">
    <h2 id="requests">Requests</h2>
    <table class="rows">
      <thead>
        <tr>
          <th>Sent to</th>
          <th>Answer</th>
          <th>Headers attached</th>
          <th class="number">Took</th>
        </tr>
      </thead>
      <tbody>
        ${requests.map((request) => row(request, setting))}
      </tbody>
    </table>
    ${decisionsPart(decisions)}
  </section>`;
}

/** Hosts that were refused because no policy covers them. */
const closedHosts = ({ items }: ShownDecisions): ReadonlySet<string> =>
  new Set(items.filter(({ allowed, ground }) => !allowed && ground === 'host').map(({ host }) => host));

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

function row(
  { method, host, port, path, status, outcome, attachedHeaders, ...rest }: Request,
  { agentId, timeZone, said, closed, policies }: Setting,
): Html {
  const { error, tries = [], nextTryAt = null, durationMs } = rest;
  const isGood = outcome === 'answered' && (status ?? 0) < 400;
  return html`<tr>
    <th scope="row">
      <code>${outsideText(`${method} ${hostOf({ host, port })}${path}`)}</code>
      ${error !== null && !said.includes(error) && html`<p class="detail">${outsideText(error, 600)}</p>`}
      ${triesOf(tries, timeZone)} ${bodiesOf(rest)}
    </th>
    <td>
      <span class="outcome ${isGood ? 'succeeded' : 'failed'}">${status ?? outcome}</span>
      ${attachedHeaders.length === 0 && (status === 401 || status === 403) && keyLink(host, agentId, policies)}
      ${outcome === 'refused' && closed.has(host) && html`<a href="${allowingPath(agentId, host)}">Allow this domain</a>`}
    </td>
    <td>
      ${attachedHeaders.length === 0 ? html`<span class="quiet">none</span>` : attachedHeaders.join(', ')}
    </td>
    <td class="number">
      ${duration(durationMs)}
      ${nextTryAt !== null && html`<p class="detail">again ${time(nextTryAt, timeZone)}</p>`}
    </td>
  </tr>`;
}

/** The target wants a credential, and none was attached. */
const keyLink = (host: string, agentId: string, policies: Setting['policies']): Html =>
  html`<a href="${policyPath(agentId, policies.get(host))}">Add a key for ${outsideText(host)}</a>`;

/** Only where one try was not enough. */
function triesOf(tries: NonNullable<Request['tries']>, timeZone: string): Html | false {
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

/** The bodies that were sent and received, folded. */
const bodiesOf = ({
  requestBody = null,
  responseBody = null,
}: Partial<Pick<Request, 'requestBody' | 'responseBody'>>): readonly (Html | false)[] => [
  bodyOf('Body sent', requestBody),
  bodyOf('Body answered', responseBody),
];

const bodyOf = (title: string, body: string | null): Html | false =>
  body !== null &&
  body !== '' &&
  html`<details>
    <summary>${title}</summary>
    <pre class="body foreign" dir="auto" tabindex="0" aria-label="${title}">
${outsideCharacters(indentedJson(body) ?? body)}</pre>
  </details>`;
