import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { allowLink } from '../../parts/allowing-path.ts';
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
  method: 'no policy allows this method there',
  path: 'no policy allows this path',
  ambiguous: 'the path can be read in several ways',
  member: 'the body does not keep a bound',
  redirect: 'redirected to a target that is not allowed',
};

interface Setting {
  readonly agentId: string;
  readonly timeZone: string;
}

/** The audit log of an agent. A refused host can be allowed from here. */
export const decisionTable = (decisions: readonly Decision[], { agentId, timeZone }: Setting): Html =>
  table({
    name: 'Access log',
    rows: decisions,
    columns: [
      { title: 'Request', className: 'plain', cell: requestOf },
      { title: 'Decision', cell: (decision) => decisionOf(decision, agentId) },
      {
        title: 'Answer',
        className: 'number',
        cell: ({ status, failure }) => status ?? failure ?? html`<span class="quiet">–</span>`,
      },
      { title: 'When', cell: ({ at }) => time(at, timeZone) },
    ],
    empty: {
      title: 'No requests yet',
      text: 'Every request of the agent is listed here, sent or refused, with the policy that decided it.',
    },
  });

const isMail = ({ scheme }: Decision): boolean => scheme === 'mailto';

const requestOf = (decision: Decision): Html => {
  const { method, path, deliveryId } = decision;
  return html`<code>${method}</code>
    <bdi class="foreign">${isMail(decision) ? path : html`<strong>${hostOf(decision)}</strong>${path}`}</bdi>
    ${deliveryId !== null && html`<a href="/console/deliveries/${deliveryId}">delivery</a>`}`;
};

const decisionOf = (decision: Decision, agentId: string): Html => {
  const { allowed, ground, detail, host, path } = decision;
  return html`<span class="state ${allowed ? 'active' : 'refused'}"
      >${allowed ? allowedBy(decision) : `refused: ${grounds[ground]}`}</span
    >
    ${ground === 'member' && detail !== null && html`<span class="hint">${detail}</span>`}
    ${!allowed && ground === 'host' && allowLink(agentId, isMail(decision) ? path : host)}`;
};

const allowedBy = ({ attachedHeaders }: Decision): string =>
  attachedHeaders.length === 0 ? 'allowed' : `allowed, with ${attachedHeaders.join(', ')}`;
