import { includesRole } from '#domain/role.ts';
import type { AuthorizedWorkspace } from '#store/token/tokens.ts';
import { type Html, html } from '../../html.ts';
import { notice } from './notice.ts';

type Visitor = Pick<AuthorizedWorkspace, 'role' | 'suspended'>;

/** Why a visitor can only read a page, in a sentence; null for who may change what is there. */
export function whyReadOnly({ role, suspended }: Visitor): string | null {
  if (suspended)
    return 'You can only read this: the operator suspended the workspace. It accepts no deliveries or changes.';
  return includesRole(role, 'editor') ? null : 'You can only read this: your token is that of a viewer.';
}

/** The same for who may approve. */
export function whyNoApprover({ role, suspended }: Visitor): string | null {
  return includesRole(role, 'approver') && !suspended ? null : whyReadOnly({ role, suspended });
}

/** The same where only owners may change something. */
export const whyOwnersOnly = (visitor: Visitor): string | null =>
  visitor.suspended || !includesRole(visitor.role, 'editor') || includesRole(visitor.role, 'owner')
    ? whyReadOnly(visitor)
    : `You can only read this: your token is that of an ${visitor.role}. Owners change it.`;

export const readOnlyNote = (why: string | null | undefined): Html | false =>
  why != null && notice('attention', why);

/** Forms below the sentence that says why they can only be read, if so. */
export const unlessReadOnly = (why: string | null, forms: Html): Html =>
  html`${readOnlyNote(why)}
    <fieldset ${why !== null && html`disabled`}>${forms}</fieldset>`;
