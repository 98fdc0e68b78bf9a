import { z } from 'zod';

import { createSealedValue } from '../secret/sealed-value.ts';
import type { Vault } from '../secret/vault.ts';

/** A link that decides one approval, made for one target of events. */
export interface ApprovalLink {
  readonly workspaceId: string;
  readonly approvalId: string;
  readonly targetId: string;
}

/** Tokens of links to approvals: only the keys of this installation make them, and open them. */
export function createApprovalLinks({ vault }: { readonly vault: Vault }) {
  const sealed = createSealedValue(vault, {
    binding: ['approval-link', '1'],
    schema: z.tuple([z.string(), z.string(), z.string()]),
    // A token of 1,024 characters.
    charsMax: 768,
  });

  const seal = ({ workspaceId, approvalId, targetId }: ApprovalLink): string =>
    Buffer.from(sealed.seal([workspaceId, approvalId, targetId])).toString('base64url');

  /** Null for a text that is no such token. */
  function open(token: string): ApprovalLink | null {
    const value = sealed.open(Buffer.from(token, 'base64url').toString());
    if (value === null) return null;
    const [workspaceId, approvalId, targetId] = value;
    return { workspaceId, approvalId, targetId };
  }

  return { seal, open };
}

export type ApprovalLinks = ReturnType<typeof createApprovalLinks>;
