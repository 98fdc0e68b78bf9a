import { includesRole } from '#domain/role.ts';
import { html } from '#api/html.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { type ChosenAgent, agentMenu } from '../../parts/agent-menu.ts';
import { whyOwnersOnly } from '../../parts/read-only.ts';
import { nextPage } from '../../parts/next-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { secretsPath } from '../secrets/secrets-path.ts';
import { networkAccessPath } from './network-access-path.ts';
import { decisionTable } from './decision-table.ts';
import { policyForm } from './policy-form.ts';
import { policyTable } from './policy-table.ts';
import { tryForm, type Tried } from './try-form.ts';

interface Shown {
  /** A policy that could not be added, as it was typed. */
  readonly refused?: { readonly typed: URLSearchParams; readonly problem: FormProblem };
  /** A request that was checked or sent. */
  readonly tried?: Tried;
}

/** The domains that an agent may reach, and what it was allowed and refused. */
export async function networkAccessView(
  { manage, query, csrf, timeZone, workspace }: PageRequest<'owner'>,
  chosen: ChosenAgent,
  { refused, tried }: Shown = {},
): Promise<View> {
  const params = { agentId: chosen.agent.id };
  const [policies, log] = await Promise.all([
    manage.listPolicies({ params, query: { cursor: query['policies'], limit: '50' } }),
    manage.listDecisions({ params, query: { cursor: query['cursor'], limit: '25' } }),
  ]);
  const address = { agent: params.agentId, policies: query['policies'], cursor: query['cursor'] };
  const typed = refused?.typed ?? new URLSearchParams({ domain: query['domain'] ?? '' });
  return view({
    title: 'Network Access',
    section: 'network-access',
    status: refused?.problem.status ?? tried?.problem?.status ?? 200,
    body: html`<h1>Network Access</h1>
      <p class="lead">
        The agent reaches only the domains listed here. A header that you store is attached to every request
        there; the agent sees its name, never its value. A key that belongs into a URL or a body is a
        <a href="${secretsPath}">named secret</a>.
      </p>
      ${agentMenu(networkAccessPath, chosen)}
      ${policyTable(policies.items, {
        agentId: params.agentId,
        timeZone,
        csrf,
        isRemovable: includesRole(workspace.role, 'owner') && !workspace.suspended,
      })}
      ${nextPage(networkAccessPath, address, policies.nextCursor, 'policies')}
      <section aria-labelledby="add">
        <h2 id="add">Allow a domain</h2>
        ${policyForm({
          action: networkAccessPath,
          csrf,
          agentId: params.agentId,
          typed,
          submit: 'Allow this domain',
          readOnly: whyOwnersOnly(workspace),
          ...(refused === undefined ? {} : { problem: refused.problem }),
        })}
      </section>
      ${tryForm({ csrf, agentId: params.agentId, ...(tried === undefined ? {} : { tried }) })}
      <section aria-labelledby="log">
        <h2 id="log">What was allowed and refused</h2>
        ${decisionTable(log.items, { agentId: params.agentId, timeZone })}
        ${nextPage(`${networkAccessPath}#log`, address, log.nextCursor)}
      </section>`,
  });
}
