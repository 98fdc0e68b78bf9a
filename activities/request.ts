import { activityInfo, ApplicationFailure } from '@temporalio/activity';

import type { Egress, OutboundResult } from '../contracts/outbound.ts';
import type { RequestStep, RunRef } from '../contracts/run.ts';
import type { HttpRequestCall, ToolResult, TurnOutput } from '../contracts/turn.ts';
import { isRepeatable } from '../domain/outbound-method.ts';
import { runIdOf } from '../domain/run-ref.ts';
import type { Runs } from '../store/runs.ts';
import { whileAlive } from './heartbeat.ts';
import { untilStored } from './until-stored.ts';

/** Which request of a run: the turn that asked for it, and its number over the whole run. */
export interface RequestPosition {
  readonly turn: number;
  readonly request: number;
  readonly callId: string;
}

export interface RequestReport {
  /** It may or may not have arrived, and sending it again might do it twice. */
  readonly isEffectUnknown: boolean;
}

/** A request that could not be sent is tried this often; then the agent hears of it. */
const attemptsMax = 3;

/** Requests of a run: each leaves a mark right before it is sent, so that a crash in between is seen and not repeated. */
export function requestActivities({ egress, runs }: { egress: Egress; runs: Runs }) {
  async function sendRequest(run: RunRef, position: RequestPosition): Promise<RequestReport> {
    const { callId } = position;
    const [calls, turns, { agentId }] = await Promise.all([
      runs.calls(run),
      runs.turns(run),
      runs.context(run),
    ]);
    const record = calls.get(callId);
    if (record?.state === 'done') return { isEffectUnknown: false };
    const call = callIn(turns, position);
    const startedAt = new Date();
    if (record?.state === 'sending' && !isRepeatable(call.method)) {
      await runs.saveRequestStep(
        run,
        position.turn,
        position.request,
        stepOf(call, startedAt, unknownAfterCrash),
      );
      return { isEffectUnknown: true };
    }
    const result = await sendMarked(run, agentId, position, call);
    const isToBeTriedAgain =
      result.kind === 'failed' && result.isTemporary && activityInfo().attempt < attemptsMax;
    const isUnknown = isEffectUnknown(call, result);
    const step = stepOf(call, startedAt, result);
    await whileAlive((signal) =>
      untilStored(async () => {
        if (isToBeTriedAgain) return await runs.saveCall(run, callId, { state: 'not-sent' });
        // Sent in one go, both are on disk after one wait.
        await Promise.all([
          runs.saveRequestStep(run, position.turn, position.request, step),
          isUnknown ? null : runs.saveCall(run, callId, { state: 'done', result: toolResultOf(result) }),
        ]);
      }, signal),
    );
    if (isToBeTriedAgain)
      throw ApplicationFailure.create({ type: 'PublicNotDelivered', message: result.message });
    return { isEffectUnknown: isUnknown };
  }

  /**
   * The mark is left right before the first byte may leave, so that what fails earlier, such as reading the policies, is
   * no crash in mid-request. A mark that may be stored although its answer was lost is taken back: nothing was sent.
   */
  async function sendMarked(
    run: RunRef,
    agentId: string,
    position: RequestPosition,
    call: HttpRequestCall,
  ): Promise<OutboundResult> {
    const mark = (state: 'sending' | 'not-sent') => runs.saveCall(run, position.callId, { state });
    let isMarkInDoubt = false;
    const onSending = () =>
      mark('sending').catch((error: unknown) => {
        isMarkInDoubt = true;
        throw error;
      });
    try {
      return await send(run, agentId, position, call, onSending);
    } catch (error) {
      if (isMarkInDoubt) await whileAlive((signal) => untilStored(() => mark('not-sent'), signal));
      throw error;
    }
  }

  async function send(
    run: RunRef,
    agentId: string,
    position: RequestPosition,
    call: HttpRequestCall,
    onSending: () => Promise<void>,
  ): Promise<OutboundResult> {
    const { method, url, headers, body } = call;
    const request = { method, url, headers, ...(body !== undefined && { body }) };
    return await whileAlive((signal) =>
      egress.send({ workspaceId: run.workspaceId, agentId }, request, {
        signal,
        idempotencyKey: `${runIdOf(run)}-${position.request}`,
        origin: { deliveryId: run.kind === 'delivery' ? run.deliveryId : null, step: position.turn },
        onSending,
      }),
    );
  }

  return { sendRequest };
}

function callIn(turns: readonly TurnOutput[], { turn, callId }: RequestPosition): HttpRequestCall {
  const call = turns[turn - 1]?.calls.find((planned) => planned.callId === callId);
  if (call?.name === 'http_request') return call;
  throw ApplicationFailure.nonRetryable('The request is not in the record of its turn.', 'RecordMissing');
}

const unknownAfterCrash = { kind: 'unknown' } as const;

function isEffectUnknown({ method }: HttpRequestCall, result: OutboundResult): boolean {
  return result.kind === 'failed' && result.sent === 'maybe' && !isRepeatable(method);
}

function toolResultOf(result: OutboundResult): ToolResult {
  switch (result.kind) {
    case 'answered': {
      const { status, headers, body, truncated, hints, ignoredHeaders } = result;
      const leftOut = ignoredHeaders.map(
        (name) => `The header ${name} was left out: the service decides about it.`,
      );
      const notes = [...hints, ...leftOut];
      return { kind: 'response', status, headers, body, truncated, ...(notes.length > 0 && { notes }) };
    }
    case 'refused':
    case 'invalid':
      return { kind: 'refused', message: result.message };
    case 'failed':
      return { kind: 'failed', message: result.message };
  }
}

function stepOf(
  call: HttpRequestCall,
  startedAt: Date,
  result: OutboundResult | typeof unknownAfterCrash,
): RequestStep {
  const url = URL.canParse(call.url) ? new URL(call.url) : null;
  const isUnknown = result.kind === 'unknown' || isEffectUnknown(call, result);
  return {
    kind: 'request',
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    method: call.method,
    host: 'host' in result ? result.host : (url?.hostname ?? ''),
    path: 'path' in result ? result.path : (url?.pathname ?? ''),
    status: result.kind === 'answered' ? result.status : null,
    attachedHeaders: 'attachedHeaders' in result ? [...result.attachedHeaders] : [],
    outcome: isUnknown ? 'unknown' : result.kind,
    error: errorOf(result),
  };
}

function errorOf(result: OutboundResult | typeof unknownAfterCrash): string | null {
  switch (result.kind) {
    case 'unknown':
      return 'The worker stopped while it was being sent.';
    case 'answered':
      return result.hints.length === 0 ? null : result.hints.join(' ');
    case 'refused':
    case 'invalid':
    case 'failed':
      return result.message;
  }
}
