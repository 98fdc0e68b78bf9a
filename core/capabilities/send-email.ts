import { z } from 'zod';

import type { MailOptions, MailResult, OutboundMail } from '#contracts/mail.ts';
import type { AgentScope } from '#contracts/policy.ts';
import { parseMailbox } from '#domain/email-address.ts';
import { recordedBody } from '#domain/recorded-body.ts';
import { runIdOf } from '#domain/run-ref.ts';
import type { RequestContext, WithoutResult } from './acting.ts';
import { actingStep, shownAct } from './acting-step.ts';
import { type Call, defineCapability } from './capability.ts';

const subjectCharsMax = 250;
const contentCharsMax = 100_000;

interface SendEmailPorts {
  readonly mail: {
    /** False where the operator allows no e-mails. */
    readonly isOn: boolean;
    /** Rejects when the policies or the count of the day cannot be read, or `onSending` rejects. */
    readonly send: (scope: AgentScope, mail: OutboundMail, options: MailOptions) => Promise<MailResult>;
  };
}

const input = z
  .object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string().nullish() })
  .transform(({ html, ...mail }) => ({ ...mail, ...(html?.trim() && { html }) }));
type SendEmailCall = Call<'send_email', typeof input>;

const EmailStep = actingStep('email', 'One e-mail that the agent wrote.');
const Sent = z.object({ kind: z.literal('sent'), to: z.string() });

const ends = { sent: 'was sent', refused: 'was refused', failed: 'failed' } as const;

/** Writes to one address that the owner allowed, through the mail server of the operator. */
export const sendEmail = defineCapability({
  kind: 'request',
  name: 'send_email',
  description:
    "Sends one e-mail to one address, where the owner's instructions ask for it. Addresses that are not allowed are refused. The service sets the sender. It counts as a request.",
  access: {
    kind: 'mail',
    title: 'Allowed recipients (@example.com: every address of that domain)',
    none: 'none: every e-mail will be refused',
  },
  isOn: ({ mail }: SendEmailPorts) => mail.isOn,
  wireInput: z.object({
    to: z.string().describe('One address, such as ada@example.com, without a name.'),
    subject: z.string().describe('One line.'),
    text: z.string().describe('The whole e-mail as plain text.'),
    html: z
      .string()
      .nullable()
      .describe(
        'The same as simple HTML: paragraphs, lists, tables, links; no images, no styles. Else null.',
      ),
  }),
  input,
  result: Sent,
  step: EmailStep,
  describe: ({ to }) => `E-mail to ${parseMailbox(to)?.domain ?? 'a malformed address'}`,
  tell: (result) => ({ facts: result, data: '' }),
  isRepeatable: () => false,
  hasIdempotencyKey: false,
  isWriting: () => true,
  endOf: ({ kind }) => ({ how: ends[kind], hasFailed: kind !== 'sent', mayBeDone: false }),
  targetOf: () => 'smtp:',
  stepWithoutResult: (call, why) => stepOf(call, { kind: 'without-result', ...why }),
  show: shownAct,
  recall: ({ outcome, target, error }) => {
    if (outcome === 'done') return { kind: 'sent', to: target };
    if (outcome === 'waiting' || outcome === 'unknown') return null;
    return { kind: outcome === 'failed' ? 'failed' : 'refused', message: error ?? '' };
  },
  leaving: ({ to }) => ({ method: 'MAIL', url: `mailto:${to}` }),
  accepted: ({ to }) => ({ kind: 'sent' as const, to }),
  perform: async (call, { mail: port }: SendEmailPorts, context) => {
    const mail = await withSimpleHtml(call);
    const result = await send(port, mail, context);
    if (result.kind === 'unapproved') return { needed: result.needed };
    const step = stepOf(mail, result);
    const retry =
      result.kind === 'failed' && result.sent === 'nothing' && !result.isFinal
        ? { isSafe: true, askedMs: null, isOutage: result.status === null }
        : null;
    return { ...endOf(mail, result), step, retry, isEffectUnknown: step.outcome === 'unknown' };
  },
});

type Mail = Pick<SendEmailCall, keyof OutboundMail & keyof SendEmailCall>;
type Invalid = { readonly kind: 'invalid'; readonly message: string };
type Unanswered = WithoutResult & { readonly kind: 'without-result' };
type Ended = Exclude<MailResult, { kind: 'unapproved' }> | Invalid;

async function send(
  port: SendEmailPorts['mail'],
  mail: Mail,
  { run, agentId, turn, request, isApproved, signal, onSending }: RequestContext,
): Promise<MailResult | Invalid> {
  const message = whyInvalid(mail);
  if (message !== null) return { kind: 'invalid', message };
  const { workspaceId } = run;
  return await port.send({ workspaceId, agentId }, mail, {
    signal,
    isApproved,
    onSending,
    idempotencyKey: `${runIdOf(run)}-${request}`,
    origin: { deliveryId: run.kind === 'delivery' ? run.deliveryId : null, step: turn },
  });
}

function whyInvalid({ to, subject, text, html = '' }: Mail): string | null {
  if (parseMailbox(to) === undefined) return 'to is not one e-mail address such as ada@example.com.';
  if (subject.trim() === '' || /\p{Cc}|[\u2028\u2029]/u.test(subject))
    return 'subject must be one line of text.';
  if (subject.length > subjectCharsMax) return `subject has more than ${subjectCharsMax} characters.`;
  if (text.trim() === '') return 'text must not be empty.';
  const isLong = text.length + html.length > contentCharsMax;
  return isLong ? `text and html have more than ${contentCharsMax} characters.` : null;
}

/** Without images and styles, which would tell another host what the recipient opens. The package loads with the first. */
async function withSimpleHtml({ to, subject, text, html }: SendEmailCall): Promise<Mail> {
  if (html === undefined) return { to, subject, text };
  const { default: sanitize } = await import('sanitize-html');
  const simple = sanitize(html, {
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
  });
  return { to, subject, text, html: simple };
}

function endOf({ to }: Mail, result: Ended) {
  if (result.kind === 'sent') return { result: { kind: result.kind, to }, status: result.status };
  const { message } = result;
  if (result.kind === 'failed') return { result: { kind: result.kind, message }, status: result.status };
  return { result: { kind: 'refused' as const, message }, status: null };
}

function stepOf({ to, subject, text, html }: Mail, result: Ended | Unanswered) {
  return {
    kind: 'email' as const,
    title: 'E-mail',
    target: to,
    outcome: outcomeOf(result),
    error: result.kind === 'without-result' ? result.error : 'message' in result ? result.message : null,
    details: Object.entries({ Subject: subject, Text: text, HTML: html }).flatMap(([label, value]) =>
      value === undefined ? [] : [{ label, value: recordedBody(value) }],
    ),
  };
}

const outcomes = { sent: 'done', limited: 'failed', refused: 'refused', invalid: 'invalid' } as const;

function outcomeOf(result: Ended | Unanswered) {
  if (result.kind === 'without-result') return result.outcome;
  if (result.kind !== 'failed') return outcomes[result.kind];
  return result.sent === 'maybe' ? ('unknown' as const) : ('failed' as const);
}
