import { createHash } from 'node:crypto';

import type { NewDecision } from '#contracts/decision.ts';
import type { MailAttempt, MailOptions, MailResult, OutboundMail } from '#contracts/mail.ts';
import type { CheckResult } from '#contracts/outbound.ts';
import type { AgentScope, PolicyRecord } from '#contracts/policy.ts';
import { type EmailAddress, parseMailbox } from '#domain/email-address.ts';
import { refusalMessage } from '#domain/refusal-message.ts';
import type { EgressPorts } from './ports.ts';
import { appendDecision, withoutFacts } from './record-decision.ts';

export interface MailDeps extends Pick<EgressPorts, 'policies' | 'decisions' | 'logger'> {
  /** AGENT_MAIL_PER_DAY. */
  readonly perDay: number;
  /** E-mails of a workspace on a day. `take`: the day that one was counted on; null where none is left. */
  readonly count: {
    readonly take: (workspaceId: string) => Promise<string | null>;
    readonly giveBack: (workspaceId: string, day: string) => Promise<void>;
  };
  readonly transport: (
    mail: OutboundMail & { readonly id: string },
    options: Pick<MailOptions, 'signal' | 'onSending'>,
  ) => Promise<MailAttempt>;
}

/** The way out for the e-mails of agents: decided by policies, counted, sent, and recorded like a request. */
export function createMail(deps: MailDeps) {
  async function send(scope: AgentScope, mail: OutboundMail, options: MailOptions): Promise<MailResult> {
    const startedAt = Date.now();
    const to = parseMailbox(mail.to);
    if (to === undefined) throw new TypeError('The capability checks the address.');
    const { matching, neededApproval } = await deps.policies.match(scope, to.identity);
    const needed = options.isApproved ? null : neededApproval(leavingMail(to));
    const result: MailResult =
      needed === null
        ? await sendAllowed(deps, matching, { scope, mail, options, to })
        : { kind: 'unapproved', needed };
    await appendDecision(deps, scope, {
      ...rowOf(to, matching),
      ...factsOf(result),
      bytesOut: isOut(result) ? Buffer.byteLength(mail.text + (mail.html ?? '')) : 0,
      durationMs: Date.now() - startedAt,
      ...options.origin,
    });
    return result;
  }

  return { isOn: deps.perDay > 0, send };
}

const leavingMail = ({ identity }: EmailAddress) => ({ method: 'MAIL', path: identity });

interface Sending {
  readonly scope: AgentScope;
  readonly mail: OutboundMail;
  readonly options: MailOptions;
  readonly to: EmailAddress;
}

async function sendAllowed(
  { perDay, count, transport }: MailDeps,
  matching: readonly PolicyRecord[],
  { scope: { workspaceId }, mail, options, to }: Sending,
): Promise<MailResult> {
  if (matching.length === 0) return { kind: 'refused', message: refusalMessage(to.domain) };
  const day = await count.take(workspaceId);
  if (day === null) return { kind: 'limited', message: limitMessage(perDay) };
  // A server that takes the same e-mail twice may tell by its id.
  const id = createHash('sha256').update(options.idempotencyKey).digest('hex').slice(0, 32);
  let isTaken = true;
  try {
    const result = await transport({ ...mail, to: to.identity, id }, options);
    isTaken = isOut(result);
    return result;
  } catch (error) {
    isTaken = false;
    throw error;
  } finally {
    // One that is not given back is missing until midnight.
    if (!isTaken) await count.giveBack(workspaceId, day).catch(() => undefined);
  }
}

const isOut = (result: MailResult): boolean =>
  result.kind === 'sent' || (result.kind === 'failed' && result.sent === 'maybe');

const limitMessage = (perDay: number): string =>
  `This workspace has sent its ${perDay} ${perDay === 1 ? 'e-mail' : 'e-mails'} of today (UTC): the next one can be sent tomorrow.`;

const rowOf = ({ domain, identity }: EmailAddress, matching: readonly PolicyRecord[]): NewDecision => ({
  ...withoutFacts,
  method: 'MAIL',
  scheme: 'mailto',
  host: domain,
  port: 0,
  path: identity,
  policyId: matching[0]?.id ?? null,
  policyIds: matching.map(({ id }) => id),
});

function factsOf(result: MailResult): Partial<NewDecision> {
  switch (result.kind) {
    case 'refused':
      return { allowed: false, ground: 'host' };
    case 'unapproved':
      return { allowed: false, ground: 'approval' };
    case 'limited':
      return { failure: 'MAIL_LIMIT' };
    case 'sent':
      return { status: result.status };
    case 'failed':
      if (result.status !== null) return { status: result.status };
      return { failure: result.sent === 'maybe' ? 'SOCKET_CLOSED' : 'CONNECT_FAILED' };
  }
}

/** Whether an e-mail to the address of a `mailto:` URL would be allowed; null for any other URL. */
export async function checkMail(
  { policies }: Pick<EgressPorts, 'policies'>,
  scope: AgentScope,
  url: string,
): Promise<CheckResult | null> {
  const [, address] = /^mailto:([^?]*)$/i.exec(url) ?? [];
  if (address === undefined) return null;
  const to = parseMailbox(address);
  if (to === undefined) return { kind: 'invalid', message: 'url must be mailto: and one e-mail address.' };
  const { matching, neededApproval } = await policies.match(scope, to.identity);
  const [policy] = matching;
  const ground = policy === undefined ? 'host' : 'policy';
  const policyId = policy?.id ?? null;
  return {
    kind: 'checked',
    allowed: policy !== undefined,
    ground,
    host: to.domain,
    policyId,
    attachedHeaders: [],
    fault: null,
    unjudged: [],
    neededApproval: neededApproval(leavingMail(to)),
  };
}
