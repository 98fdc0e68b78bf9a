import { includesRole } from '#domain/role.ts';
import type { Connector } from '#oauth/connector.ts';
import { type Html, html } from '#api/html.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { type ChosenAgent, agentMenu } from '../../parts/agent-menu.ts';
import { whyOwnersOnly } from '../../parts/read-only.ts';
import { nextPage } from '../../parts/next-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { apisPath } from '../apis/apis-path.ts';
import { secretsPath } from '../secrets/secrets-path.ts';
import { networkAccessPath } from './network-access-path.ts';
import { decisionTable } from './decision-table.ts';
import { policyForm } from './policy-form.ts';
import { policyTable } from './policy-table.ts';
import { tryForm, type Tried } from './try-form.ts';

/** The parts that the pages need beside the operations. */
export interface NetworkAccessDeps {
  readonly connector: Pick<Connector, 'redirectUri'>;
}

interface Shown {
  /** A policy that could not be added, as it was typed. */
  readonly refused?: { readonly typed: URLSearchParams; readonly problem: FormProblem } | undefined;
  /** A request that was checked or sent. */
  readonly tried?: Tried;
}

/** The domains that an agent may reach, and what it was allowed and refused. */
export async function networkAccessView(
  { connector: { redirectUri } }: NetworkAccessDeps,
  request: PageRequest<'owner'>,
  chosen: ChosenAgent,
  { refused, tried }: Shown = {},
): Promise<View> {
  const { manage, query, csrf, timeZone, workspace } = request;
  const params = { agentId: chosen.agent.id };
  const [policies, log] = await Promise.all([
    manage.listPolicies({ params, query: { cursor: query['policies'], limit: '50' } }),
    manage.listDecisions({ params, query: { cursor: query['cursor'], limit: '25' } }),
  ]);
  const address = { agent: params.agentId, policies: query['policies'], cursor: query['cursor'] };
  return view({
    title: 'Network Access',
    section: 'network-access',
    status: refused?.problem.status ?? tried?.problem?.status ?? 200,
    body: html`<h1>Network Access</h1>
      <p class="lead">
        The agent reaches only the domains listed here. A header that you store is attached to every request
        there; the agent sees its name, never its value. A key that goes in a URL or a body is a
        <a href="${secretsPath}">named secret</a>. Operations of <a href="${apisPath}">APIs</a> can be tools
        of the agent.
      </p>
      ${agentMenu(networkAccessPath, chosen)}
      ${policyTable(policies.items, {
        agentId: params.agentId,
        timeZone,
        csrf,
        isRemovable: includesRole(workspace.role, 'owner') && !workspace.suspended,
      })}
      ${nextPage(networkAccessPath, address, policies.nextCursor, 'policies')}
      ${addForms(request, { agentId: params.agentId, redirectUri, refused })}
      ${tryForm({ csrf, agentId: params.agentId, ...(tried === undefined ? {} : { tried }) })}
      <section aria-labelledby="log">
        <h2 id="log">Access log</h2>
        ${decisionTable(log.items, { agentId: params.agentId, timeZone })}
        ${nextPage(`${networkAccessPath}#log`, address, log.nextCursor)}
      </section>`,
  });
}

interface AddForms extends Pick<Shown, 'refused'> {
  readonly agentId: string;
  readonly redirectUri: string;
}

/** A form for each kind of policy; the one that was refused as it was typed. */
function addForms(
  { query, csrf, workspace }: PageRequest<'owner'>,
  { agentId, redirectUri, refused }: AddForms,
): Html {
  const form = (kind: 'host' | 'mail', submit: string) =>
    policyForm({
      action: networkAccessPath,
      csrf,
      agentId,
      redirectUri,
      submit,
      typed: new URLSearchParams({ kind, domain: query['domain'] ?? '', address: query['address'] ?? '' }),
      readOnly: whyOwnersOnly(workspace),
      hasApproval: kind === 'host',
      ...((refused?.typed.get('kind') ?? 'host') === kind && refused),
    });
  return html`<section aria-labelledby="add">
      <h2 id="add">Allow a domain</h2>
      ${form('host', 'Allow this domain')}
    </section>
    <section aria-labelledby="add-address">
      <h2 id="add-address">Allow an address</h2>
      <p class="hint">The agent writes e-mails to it where the operator of the service allows e-mails.</p>
      ${form('mail', 'Allow this address')}
    </section>`;
}
