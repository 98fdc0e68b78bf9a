import type { RunRef } from '../contracts/run.ts';
import type { ReadDeliveryCall, ReadResponseCall, ToolResult } from '../contracts/turn.ts';
import { readDelivery, readResponse } from '../domain/read-page.ts';
import type { Runs } from '../store/runs.ts';

/** Reading on in what is longer than a prompt: pages of the delivery and of earlier responses. */
export function readPageActivities({ runs }: { runs: Runs }) {
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
    const { delivery } = await runs.context(run);
    const read = readDelivery(delivery.body, call, delivery.contentType);
    return 'page' in read ? { kind: 'page', page: read.page } : { kind: 'refused', message: read.missing };
  }

  async function pageOfResponse(run: RunRef, call: ReadResponseCall): Promise<ToolResult> {
    const earlier = (await runs.calls(run)).get(call.requestCallId);
    if (earlier?.state !== 'done' || earlier.result.kind !== 'response') {
      return { kind: 'refused', message: `There is no response of a call ${call.requestCallId}.` };
    }
    return { kind: 'page', page: readResponse(earlier.result.body, call) };
  }

  return { readPage };
}
