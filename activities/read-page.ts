import type { RunRef } from '../contracts/run.ts';
import type { ReadDeliveryCall, ReadResponseCall, ToolResult } from '../contracts/turn.ts';
import { readDelivery, readResponse } from '../domain/read-page.ts';
import type { Messages } from '../store/messages.ts';
import type { Runs } from '../store/runs.ts';

interface ReadPageDeps {
  readonly messages: Pick<Messages, 'earlier'>;
  readonly runs: Runs;
}

/** Reading on in what is longer than a prompt: pages of the delivery and of earlier responses. */
export function readPageActivities({ messages, runs }: ReadPageDeps) {
  async function readPage(run: RunRef, callId: string): Promise<void> {
    const turns = await runs.turns(run);
    const call = turns.flatMap(({ calls }) => calls).find((planned) => planned.callId === callId);
    if (call === undefined || call.name === 'http_request') return;
    const result = await (call.name === 'read_delivery'
      ? pageOfDelivery(run, call)
      : pageOfResponse(run, call));
    await runs.saveCall(run, callId, { state: 'done', result });
  }

  async function pageOfDelivery(run: RunRef, call: ReadDeliveryCall): Promise<ToolResult> {
    const context = await runs.context(run);
    if (context.kind === 'message') return { kind: 'refused', message: 'A chat has no delivery.' };
    const read = readDelivery(context.delivery.body, call, context.delivery.contentType);
    return 'page' in read ? { kind: 'page', page: read.page } : { kind: 'refused', message: read.missing };
  }

  async function pageOfResponse(run: RunRef, call: ReadResponseCall): Promise<ToolResult> {
    const body = await responseOf(run, call.requestCallId);
    if (body === null)
      return { kind: 'refused', message: `There is no response of a call ${call.requestCallId}.` };
    return { kind: 'page', page: readResponse(body, call) };
  }

  /** Looks into this run first, then, in a chat, into what went before. */
  async function responseOf(run: RunRef, callId: string): Promise<string | null> {
    const own = await responseIn(run, callId);
    if (own !== null) return own;
    for (const { run: earlier } of (await messages.earlier(run)).toReversed()) {
      const found = await responseIn(earlier, callId);
      if (found !== null) return found;
    }
    return null;
  }

  async function responseIn(run: RunRef, callId: string): Promise<string | null> {
    const record = (await runs.calls(run)).get(callId);
    return record?.state === 'done' && record.result.kind === 'response' ? record.result.body : null;
  }

  return { readPage };
}
