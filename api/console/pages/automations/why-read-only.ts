import { includesRole } from '../../../../domain/role.ts';
import type { AuthorizedWorkspace } from '../../../../store/tokens.ts';

/** Why a visitor can only read automations, in a sentence; null for who may change them. */
export function whyReadOnly({
  role,
  suspended,
}: Pick<AuthorizedWorkspace, 'role' | 'suspended'>): string | null {
  if (suspended)
    return 'You can only read this: the operator suspended the workspace. It takes no delivery and no change.';
  return includesRole(role, 'editor') ? null : 'You can only read this: your token is that of a viewer.';
}
