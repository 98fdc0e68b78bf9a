import type { Role } from '#contracts/token.ts';
import { DomainError } from '#domain/domain-error.ts';
import { includesRole } from '#domain/role.ts';
import type { AuthorizedWorkspace } from '#store/token/tokens.ts';

interface Needed {
  readonly method: string;
  readonly role: Role;
}

/** Throws INSUFFICIENT_ROLE, and WORKSPACE_SUSPENDED for whatever does more than read. */
export function assertMay(workspace: AuthorizedWorkspace | undefined, { method, role }: Needed): void {
  if (workspace === undefined) throw new Error('This operation is called without a workspace.');
  assertRole(workspace, role);
  if (workspace.suspended && method !== 'get')
    throw new DomainError('WORKSPACE_SUSPENDED', 'The operator suspended this workspace');
}

/** For what a part of an operation needs beyond the role of the whole. */
export function assertRole({ role }: Pick<AuthorizedWorkspace, 'role'>, needed: Role): void {
  if (includesRole(role, needed)) return;
  throw new DomainError(
    'INSUFFICIENT_ROLE',
    `This needs a token with the role ${needed}; the token of this request is that of a ${role}`,
  );
}
