import { misplacedMessage, misplacedSecret, secretPlacesOf } from '#capabilities/secret-places.ts';
import type { OutboundRequest } from '#contracts/outbound.ts';
import { DomainError } from '#domain/domain-error.ts';
import { includesRole } from '#domain/role.ts';
import type { Automations } from '#store/automation/automations.ts';
import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import { everyItem } from '../export/every-item.ts';

/**
 * Throws INSUFFICIENT_ROLE where who is no owner sends a named secret to a place that the instructions of no automation of
 * the agent have: a target that shows what it is sent would show the secret.
 */
export async function assertSecretPlaces(
  automations: Pick<Automations, 'list'>,
  { id: workspaceId, role }: Pick<AuthorizedWorkspace, 'id' | 'role'>,
  agentId: string,
  { url, headers, body }: OutboundRequest,
): Promise<void> {
  if (includesRole(role, 'owner')) return;
  const places = secretPlacesOf({
    url,
    headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])),
    ...(body != null && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (places.length === 0) return;
  const texts: string[] = [];
  for await (const automation of everyItem((query) => automations.list(workspaceId, query)))
    if (automation.agentId === agentId) texts.push(automation.instructions);
  const misplaced = misplacedSecret(places, texts);
  if (misplaced !== null)
    throw new DomainError('INSUFFICIENT_ROLE', misplacedMessage(misplaced), {
      hint: 'Write the request into the instructions of an automation of this agent, or use a token with the role owner.',
    });
}
