import type { CapabilityResult } from '#capabilities/calls.ts';
import { cutToChars } from '#domain/cut-text.ts';
import type { NeededApproval } from '#contracts/policy.ts';
import type { Runs } from '#store/run/runs.ts';
import { type AskApprovalDeps, createAskApproval } from './ask-approval.ts';
import type { OpenRequest } from './open-request.ts';
import { assertWritten } from './effect-mark.ts';
import type { RequestReport } from './request-report.ts';
import { retryUntilPersisted } from './retry-until-persisted.ts';
import { type KnownApproval, nextLookMs, refusalOf } from './read-approval.ts';

/** Until an approval is looked at for the first time after it was asked for, in case the signal of its decision is lost. */
const firstLookMs = 60_000;

/** The report of a request that is not approved: it goes on waiting, or ends as refused. Null where it may be sent. */
export async function endUnapproved(
  { call, capability, progress, record }: OpenRequest,
  approval: KnownApproval,
): Promise<RequestReport | null> {
  if (approval.state === 'open')
    return { isEffectUnknown: false, retryAfterMs: nextLookMs(approval), isAsked: true };
  const message = refusalOf(approval);
  if (message === null) return null;
  const step = capability.stepWithoutResult(call, { outcome: 'refused', error: message });
  await record({ state: 'done', result: { kind: 'refused', message } }, { step, tries: progress.tries });
  return { isEffectUnknown: false };
}

const waitsInChat = (approvalId: string): string =>
  `This request waits for an approval (${approvalId}). It is sent once it is approved, and its result will stand in this message. Do not send it again; tell the user that it waits.`;

/** Lets a request wait until it is approved; in a chat the agent is told so, and another workflow sends it. */
export function createWaitForApproval(deps: AskApprovalDeps & { readonly runs: Pick<Runs, 'persist'> }) {
  const askFor = createAskApproval(deps);
  return async function waitForApproval(
    request: OpenRequest,
    needed: NeededApproval,
  ): Promise<RequestReport> {
    const { call, capability, progress, record, run } = request;
    // Whoever decides must find what was planned.
    assertWritten(await retryUntilPersisted(() => deps.runs.persist(run)));
    const asked = await askFor(request, needed);
    const ended = (kind: 'refused' | 'waiting', message: string) =>
      ({ state: 'done', result: { kind, message } }) as const;
    if (asked.kind === 'refused') {
      const step = capability.stepWithoutResult(call, { outcome: 'refused', error: asked.message });
      await record(ended('refused', asked.message), { step, tries: [] });
      return { isEffectUnknown: false };
    }
    const waiting = {
      step: capability.stepWithoutResult(call, { outcome: 'waiting', error: null }),
      tries: progress.tries,
      approval: { id: asked.id, state: 'open', by: null, at: null } as const,
    };
    if (run.kind === 'message') {
      await record(ended('waiting', waitsInChat(asked.id)), waiting);
      return { isEffectUnknown: false };
    }
    await record({ state: 'not-sent', ...progress, asked: asked.id }, waiting);
    return { isEffectUnknown: false, retryAfterMs: asked.kind === 'known' ? 0 : firstLookMs, isAsked: true };
  };
}

const noteCharsMax = 2_000;

/** A result that tells the agent of a request that was edited before it was sent. */
export function withEditNote(result: CapabilityResult, approval: KnownApproval | null): CapabilityResult {
  const edited = approval?.record?.edited;
  if (!edited || result.kind !== 'response') return result;
  const { callId: _, name: __, ...request } = edited;
  const note = `The owner changed this request before it was sent. Sent was: ${cutToChars(JSON.stringify(request), noteCharsMax)}`;
  return { ...result, notes: [...(result.notes ?? []), note] };
}
