import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { allowLink } from '../../parts/allowing-path.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { hostOf } from '../../parts/host-of.ts';
import { time } from '../../parts/time.ts';

type Decision = ItemOf<'listDecisions'>;

const grounds: Readonly<Record<Decision['ground'], string>> = {
  policy: 'allowed',
  host: 'no policy allows it',
  address: 'the address is not public',
  plaintext: 'a credential would be sent over plain http',
  'secret-unknown': 'no secret has that name',
  'secret-host': 'a secret is not for this host',
  approval: 'waits for an approval',
  redirect: 'redirected to a target that is not allowed',
};

interface Setting {
  readonly agentId: string;
  readonly timeZone: string;
}

/** The audit log of an agent. A refused host can be allowed from here. */
export function decisionTable(decisions: readonly Decision[], { agentId, timeZone }: Setting): Html {
  if (decisions.length === 0)
    return emptyState({
      title: 'No requests yet',
      text: 'Every request of the agent is listed here, sent or refused, with the policy that decided it.',
    });
  return html`<table class="rows">
    <thead>
      <tr>
        <th scope="col">Request</th>
        <th scope="col">Decision</th>
        <th scope="col" class="number">Answer</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      ${decisions.map((decision) => decisionRow(decision, { agentId, timeZone }))}
    </tbody>
  </table>`;
}

function decisionRow(decision: Decision, { agentId, timeZone }: Setting): Html {
  const { method, host, path, deliveryId, allowed, ground, status, failure, at } = decision;
  const isMail = decision.scheme === 'mailto';
  return html`<tr>
    <th scope="row" class="plain">
      <code>${method}</code>
      <bdi class="foreign">${isMail ? path : html`<strong>${hostOf(decision)}</strong>${path}`}</bdi>
      ${deliveryId !== null && html`<a href="/console/deliveries/${deliveryId}">delivery</a>`}
    </th>
    <td>
      <span class="state ${allowed ? 'active' : 'refused'}"
        >${allowed ? allowedBy(decision) : `refused: ${grounds[ground]}`}</span
      >
      ${!allowed && ground === 'host' && allowLink(agentId, isMail ? path : host)}
    </td>
    <td class="number">${status ?? failure ?? html`<span class="quiet">–</span>`}</td>
    <td>${time(at, timeZone)}</td>
  </tr>`;
}

const allowedBy = ({ attachedHeaders }: Decision): string =>
  attachedHeaders.length === 0 ? 'allowed' : `allowed, with ${attachedHeaders.join(', ')}`;
