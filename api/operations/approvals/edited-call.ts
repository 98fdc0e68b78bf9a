import { CapabilityCall, withoutOperation } from '#capabilities/calls.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Egress } from '#egress/egress.ts';
import type { ApprovalRecord } from '#store/approval/approvals.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import { assertSecretPlaces } from '../network-access/assert-secret-places.ts';
import { invalidRequest } from '../network-access/request-fields.ts';

export interface EditDeps {
  readonly automations: Pick<Automations, 'list'>;
  readonly egress: Pick<Egress, 'check'>;
}

/** The request that is to be sent in the place of another, judged as that was. Throws INVALID_REQUEST, OUTBOUND_NOT_ALLOWED or INSUFFICIENT_ROLE. */
export async function editedCall(
  { automations, egress }: EditDeps,
  workspace: AuthorizedWorkspace,
  { agentId, call: { callId, name } }: ApprovalRecord,
  request: Readonly<Record<string, unknown>>,
): Promise<CapabilityCall> {
  const { data: edited } = CapabilityCall.safeParse({ ...withoutOperation(request), callId, name });
  if (edited?.name !== name)
    throw new DomainError(
      'INVALID_REQUEST',
      'request is not whole: it needs what the request it replaces has.',
      {
        field: 'request',
      },
    );
  const leaving =
    edited.name === 'http_request'
      ? { method: edited.method, url: edited.url, headers: edited.headers, body: edited.body ?? null }
      : { method: 'POST', url: `mailto:${edited.name === 'send_email' ? edited.to : ''}` };
  const checked = await egress.check({ workspaceId: workspace.id, agentId }, leaving);
  if (checked.kind === 'invalid')
    throw invalidRequest({ kind: 'invalid', message: `request: ${checked.message}` });
  if (!checked.allowed)
    throw new DomainError('OUTBOUND_NOT_ALLOWED', `Outbound request to '${checked.host}' is not allowed`);
  if (edited.name === 'http_request') await assertSecretPlaces(automations, workspace, agentId, edited);
  return edited;
}
