import { randomUUID } from 'node:crypto';

import type { DeliveryRecord } from '#capabilities/records.ts';
import { type RecordedCall, type Scripted, startModelServer } from './model-server.ts';
import { keyOfTarget } from './play-model.ts';
import { startRunsWorker } from './runs-worker.ts';
import { startApi } from './service.ts';

interface Played {
  /** The answers of the model, one call after the other; the last one repeats. */
  readonly answers: readonly Scripted[];
  readonly filter?: string;
  /** Given the word by which the script is known. */
  readonly instructions?: (word: string) => string;
  /** Settings of the models of the agent, and of the automation. */
  readonly agentModel?: object;
  readonly automationModel?: object;
  /** Further members of the automation. */
  readonly content?: object;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The owner of an earlier run. */
  readonly owner?: Awaited<ReturnType<Awaited<ReturnType<typeof startApi>>['newOwner']>>;
}

/**
 * A service with its worker, whose models answer each run by a script of its own. Runs may be played at the same time: a
 * script is known by a word in instructions, filter and delivery.
 */
export async function startScriptedService(env: Readonly<Record<string, string>> = {}) {
  const scripts = new Map<
    string,
    { readonly answers: readonly Scripted[]; readonly calls: RecordedCall[] }
  >();
  const models = await startModelServer((_, request) => {
    const script = [...scripts].find(([word]) => request.text.includes(word))?.[1];
    script?.calls.push(request);
    return script?.answers[script.calls.length - 1] ?? script?.answers.at(-1) ?? { status: 500 };
  });
  const api = await startApi({ MODEL: 'openai-compatible/m', MODEL_BASE_URL: models.baseUrl, ...env });
  const worker = await startRunsWorker(api);

  /** Delivers once, and waits for the end of the run. */
  async function play({
    answers,
    filter,
    instructions = (word) => `Send what ${word} asks for.`,
    agentModel,
    automationModel,
    content = {},
    body = {},
    headers,
    owner: known,
  }: Played) {
    const word = `task-${randomUUID()}`;
    const calls: RecordedCall[] = [];
    scripts.set(word, { answers, calls });
    const owner = known ?? (await api.newOwner());
    const automation = await owner.newAutomation({
      instructions: instructions(word),
      ...content,
      ...(filter !== undefined && { filter: `${filter} (${word})` }),
      ...(automationModel && { model: automationModel }),
    });
    if (agentModel) await owner.manage('PATCH', `/agents/${automation.agentId}`, { model: agentModel });
    await owner.manage('POST', `/agents/${automation.agentId}/network-access`, {
      domain: '127.0.0.1',
      headerName: 'X-API-Key',
      headerValue: keyOfTarget,
    });
    const delivered = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': 'evt', ...headers },
      body: JSON.stringify({ ...body, word }),
    });
    const { deliveryId, status } = (await delivered.json()) as { deliveryId: string; status: string };
    if (status !== 'accepted') throw new Error(`The delivery was not accepted, but ${status}.`);
    await api.temporal.client.workflow.getHandle(`run/${automation.id}/id/evt`).result();
    const read = await owner.manage('GET', `/deliveries/${deliveryId}`);
    const record = (await read.json()) as DeliveryRecord;
    return { record, calls, owner, automation, deliveryId };
  }

  return {
    api,
    play,
    /** Beside those of `play`. */
    addScript: (word: string, answers: readonly Scripted[]) => void scripts.set(word, { answers, calls: [] }),
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
      await models[Symbol.asyncDispose]();
    },
  };
}
