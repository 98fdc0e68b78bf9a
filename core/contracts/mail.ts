import type { NeededApproval } from './policy.ts';

/** An e-mail as an agent writes it, to one address. */
export interface OutboundMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** The end of an e-mail at a mail server. `status`: of the answer of the server; null where there was none. */
export type MailAttempt =
  | { readonly kind: 'sent'; readonly status: number }
  | {
      readonly kind: 'failed';
      readonly status: number | null;
      readonly message: string;
      /** `maybe`: the server may have taken it. */
      readonly sent: 'nothing' | 'maybe';
      /** Another try would come to the same. */
      readonly isFinal: boolean;
    };

/** `refused`: not allowed by Network Access. `limited`: the workspace has sent those of today. `unapproved`: a policy asks for an approval first. Nothing was sent. */
export type MailResult =
  | MailAttempt
  | { readonly kind: 'refused' | 'limited'; readonly message: string }
  | { readonly kind: 'unapproved'; readonly needed: NeededApproval };

export interface MailOptions {
  /** Somebody approved this very e-mail. */
  readonly isApproved: boolean;
  readonly signal: AbortSignal;
  /** Awaited once, before the server can have taken the e-mail. If it rejects, nothing is sent and `send` rejects. */
  readonly onSending: () => Promise<void>;
  /** The same for each try of the same call. */
  readonly idempotencyKey: string;
  /** Null in a chat. */
  readonly origin: { readonly deliveryId: string | null; readonly step: number };
}
