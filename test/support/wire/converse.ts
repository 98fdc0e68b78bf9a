import type { AgentModel, TurnInput, TurnOutput } from '#capabilities/agent-turn.ts';
import { createAgentModel } from '#models/agent-model.ts';
import type { ModelTuning } from '#models/output-tokens.ts';
import { testNonce, turnInputOf } from '../turn-input.ts';
import type { Said } from './format.ts';
import type { wireRows } from './formats.ts';
import { startWireServer } from './server.ts';

interface Conversation {
  readonly said: readonly Said[];
  readonly input?: TurnInput;
  readonly modelId?: string;
  readonly tuning?: ModelTuning;
}

const answered = { kind: 'response', status: 201, headers: {}, body: 'made', truncated: false } as const;

/** Takes as many turns as the model has answers; each call gets a response. Gives what went over the wire. */
export async function converse({ provider, format }: (typeof wireRows)[number], conversation: Conversation) {
  const { said, modelId = format.modelId, tuning } = conversation;
  const input = conversation.input ?? turnInputOf('Report the order.', { order: 1 });
  await using server = await startWireServer(said.map((one) => ({ body: format.answer(one) })));
  const baseUrl = `${server.origin}${format.path}`;
  const model = createAgentModel({
    id: `${provider}/${modelId}`,
    apiKey: 'k',
    baseUrl,
    ...(tuning && { tuning }),
  });
  const messages = [...input.messages];
  const outputs: TurnOutput[] = [];
  for (const _ of said) {
    const limits = { ...input.limits, maxOutputTokens: model.outputTokensMax };
    const output = await model.turn({ ...input, limits, messages });
    outputs.push(output);
    // Between two turns everything is in the store.
    messages.push(...(JSON.parse(JSON.stringify(withResults(model, output))) as unknown[]));
  }
  return { calls: server.calls, outputs };
}

const withResults = (model: AgentModel, { messages, calls }: TurnOutput) => [
  ...messages,
  ...calls.map((call) => model.resultMessage(call, answered, testNonce)),
];

/** A request as a model asks for it. */
export const asksFor = (path: string, id = `call_${path}`) => ({
  id,
  name: 'http_request',
  input: { method: 'POST', url: `https://api.example.com/${path}`, headers: null, body: null },
});
