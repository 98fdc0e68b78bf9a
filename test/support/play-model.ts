import type { ChatReply, DeliveryRecord } from '#capabilities/records.ts';
import { type RecordedCall, type Scripted, startModelServer } from './model-server.ts';
import { startRunsWorker } from './runs-worker.ts';
import { startApi } from './service.ts';

/** The key that the targets of these runs demand in `X-API-Key`. */
export const keyOfTarget = 'key-of-the-target';

/** The model of these settings thinks about one delivery and one message of a chat. */
export async function play(
  settings: Readonly<Record<string, string>>,
  script: (call: number, request: RecordedCall) => Scripted,
  { minutes, instructions }: { readonly minutes?: number; readonly instructions?: string } = {},
) {
  await using server = await startModelServer(script);
  await using api = await startApi({
    MODEL: 'openai-compatible/m',
    MODEL_BASE_URL: server.baseUrl,
    ...settings,
  });
  // The setting counts whole minutes; a test has no time for one.
  const config = minutes === undefined ? api.config : { ...api.config, RUN_MAX_MINUTES: minutes };
  await using _worker = await startRunsWorker({ ...api, config });
  const { manage, newAutomation } = await api.newOwner();
  const automation = await newAutomation(instructions === undefined ? {} : { instructions });
  const { agentId } = automation;
  await manage('POST', `/agents/${agentId}/network-access`, {
    domain: '127.0.0.1',
    headerName: 'X-API-Key',
    headerValue: keyOfTarget,
  });
  const answer = await fetch(automation.hook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event_id":"evt"}',
  });
  const { deliveryId } = (await answer.json()) as { deliveryId: string };
  await api.temporal.client.workflow.getHandle(`run/${automation.id}/id/evt`).result();
  const record = (await (await manage('GET', `/deliveries/${deliveryId}`)).json()) as DeliveryRecord;
  const callsOfRun = server.calls.length;
  const said = await manage('POST', `/agents/${agentId}/chat`, { message: 'Look at the orders.' });
  const reply = (await said.json()) as ChatReply;
  return {
    record,
    reply,
    calls: server.calls,
    callsOfRun,
    callsOfChat: server.calls.length - callsOfRun,
  };
}
