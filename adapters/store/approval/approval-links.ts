import { z } from 'zod';

import { json } from '../records/fields.ts';
import { type Vault, VaultError } from '../secret/vault.ts';

/** For these links alone: no sealed value of a record opens as one. */
const binding = ['approval-link', '1'];
const Sealed = json(z.tuple([z.string(), z.string(), z.string()]));
const tokenCharsMax = 1_024;

/** A link that decides one approval, made for one target of events. */
export interface ApprovalLink {
  readonly workspaceId: string;
  readonly approvalId: string;
  readonly targetId: string;
}

/** Tokens of links to approvals: only the keys of this installation make them, and open them. */
export function createApprovalLinks({ vault }: { readonly vault: Vault }) {
  const seal = ({ workspaceId, approvalId, targetId }: ApprovalLink): string =>
    Buffer.from(vault.seal(JSON.stringify([workspaceId, approvalId, targetId]), binding)).toString(
      'base64url',
    );

  /** Null for what is no such token. */
  function open(token: string): ApprovalLink | null {
    if (token.length > tokenCharsMax) return null;
    try {
      const sealed = Buffer.from(token, 'base64url').toString();
      const [workspaceId, approvalId, targetId] = Sealed.decode(vault.open(sealed, binding));
      return { workspaceId, approvalId, targetId };
    } catch (error) {
      if (error instanceof VaultError || error instanceof z.ZodError) return null;
      throw error;
    }
  }

  return { seal, open };
}

export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;
