import { includesRole } from '#domain/role.ts';
import { type Html, html } from '#api/html.ts';
import type { OperationCalls } from '#api/routing/call-operation.ts';
import type { PageRequest } from '../../define-page.ts';
import { checkField } from '../../parts/field.ts';
import type { ReadTexts } from './shown-automation.ts';

type Targets = ReadTexts['targets'];

/** Those that a policy would open: no policy covers their host yet. */
const closedOf = (targets: Targets): Targets => targets.filter(({ ground }) => ground === 'host');

export interface Allowing {
  /** Whether who is signed in may allow hosts. */
  readonly mayAllow: boolean;
  /** Whether the form asks for it. */
  readonly isAsked: boolean;
}

/** The form's answer about access; one that was begun with a recipe asks for it until that is taken back. */
export const allowingOf = ({ workspace, form, query }: PageRequest<'owner'>): Allowing => ({
  mayAllow: includesRole(workspace.role, 'owner'),
  isAsked: form.has('allow') || (query['recipe'] !== undefined && !form.has('csrf')),
});

/** The hosts that the instructions name, and whether the agent may send requests there. */
export function targetsPart(targets: Targets, { mayAllow, isAsked }: Allowing): Html | null {
  if (targets.length === 0) return null;
  const closed = closedOf(targets);
  return html`<h3>Network Access</h3>
    <ul class="targets">
      ${targets.map(
        ({ host, allowed, attachedHeaders }) =>
          html`<li>
            <code>${host}</code>
            <span class="${allowed ? 'allowed' : 'closed'}">${allowed ? 'allowed' : 'not allowed yet'}</span>
            ${attachedHeaders.map((name) => html`<span class="quiet">with ${name}</span>`)}
          </li>`,
      )}
    </ul>
    ${
      closed.length > 0 &&
      (mayAllow
        ? checkField({
            name: 'allow',
            label: `Let the agent send requests to ${closed.length === 1 ? 'it' : 'them'}`,
            isChecked: isAsked,
          })
        : html`<p class="hint">Requests there are refused until an owner allows the host.</p>`)
    }`;
}

interface Header {
  readonly name: string;
  readonly value: string;
}

/** Allows the hosts that are not yet; a header is attached only where there is one host that it can be meant for. */
export async function allowTargets(
  manage: Pick<OperationCalls, 'createPolicy'>,
  { agentId, targets }: Pick<ReadTexts, 'agentId' | 'targets'>,
  { name, value }: Header,
): Promise<void> {
  const closed = closedOf(targets);
  const header = closed.length === 1 && value !== '' ? { headerName: name, headerValue: value } : {};
  for (const { host } of closed)
    await manage.createPolicy({ params: { agentId }, body: { domain: host, ...header } });
}
