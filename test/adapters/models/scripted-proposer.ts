import type { ConditionProposalInput } from '#contracts/proposal.ts';
import type { FilterPart } from '#rules/untested-part.ts';
import { createAgentModel } from '#models/agent-model.ts';
import { type RecordedCall, type Scripted, startModelServer } from '#test/support/model-server.ts';
import { testClock, testNonce } from '#test/support/turn-input.ts';

/** Answers of a model to the questions of a proposal. */
export interface Script {
  /** To the first and the second request for an expression, as the text on the wire. */
  readonly written: readonly (string | Scripted)[];
  /** About a delivery, by the event id in the prompt; null: unsure. */
  readonly judged?: (eventId: string) => boolean | null | string | Scripted;
  /** The tests in the filter. */
  readonly parts: readonly FilterPart[] | string;
  /** To each question of the condition. */
  readonly asked?: (eventId: string) => boolean | null;
}

const textOf = (given: string | Scripted): Scripted => (typeof given === 'string' ? { text: given } : given);
const eventIdIn = ({ text }: RecordedCall): string => /eventId: ([\w-]+)/.exec(text)?.[1] ?? '';
export const asJson = (condition: string): string => JSON.stringify({ condition });

function judgement(given: boolean | null | string | Scripted): Scripted {
  if (typeof given === 'string' || (typeof given === 'object' && given !== null)) return textOf(given);
  const confidence = given === null ? 'unsure' : 'sure';
  return { text: JSON.stringify({ matches: given === true, confidence, reason: 'By the script.' }) };
}

function answers(given: boolean | null): Scripted {
  const answer = given === null ? 'unsure' : given ? 'yes' : 'no';
  return { text: JSON.stringify({ answers: [{ number: 1, answer }] }) };
}

/** A proposal by a model that follows the script, over the wire. */
export async function proposeByScript(
  { written, parts, judged = () => true, asked = () => null }: Script,
  input: Pick<ConditionProposalInput, 'english' | 'samples'> & Partial<ConditionProposalInput>,
) {
  let asks = 0;
  await using server = await startModelServer((_, call) => {
    if (call.text.includes('You decide whether')) return judgement(judged(eventIdIn(call)));
    if (call.text.includes('You answer questions')) return answers(asked(eventIdIn(call)));
    if (call.text.includes('You list the tests'))
      return { text: typeof parts === 'string' ? parts : JSON.stringify({ parts }) };
    asks += 1;
    return textOf(written[asks - 1] ?? { status: 500, body: 'the script is over' });
  });
  const model = createAgentModel({ id: 'openai-compatible/local/qwen3:8b', baseUrl: server.baseUrl });
  const proposal = await model.proposeCondition!({
    sender: null,
    clock: testClock,
    nonce: testNonce,
    ...input,
  });
  return { proposal, prompts: server.calls.map(({ text }) => text) };
}
