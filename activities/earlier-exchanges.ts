import type { AgentModel } from '#capabilities/agent-turn.ts';
import type { Clock } from '#contracts/clock.ts';
import type { RunRef } from '#contracts/run.ts';
import { clockText } from '#domain/clock.ts';
import type { Exchange, Messages } from '#store/message/messages.ts';
import type { Runs } from '#store/run/runs.ts';
import { transcriptOf } from './transcript.ts';

interface EarlierExchangesDeps {
  readonly messages: Pick<Messages, 'earlier'>;
  readonly runs: Pick<Runs, 'turns' | 'calls'>;
}

/** Limit on the conversation history sent to a model; the oldest exchanges are dropped first. */
const earlierCharsMax = 60_000;

/** A message of the owner and the agent's messages that followed. */
interface Said {
  readonly text: string;
  readonly followed: readonly unknown[];
}

const sizeOf = ({ text, followed }: Said): number => text.length + JSON.stringify(followed).length;

/** Loads the part of a conversation that is sent to the model again. */
export function createEarlierExchanges({ messages, runs }: EarlierExchangesDeps) {
  /** The newest exchanges that fit, oldest first; one that does not fit in full is included without its requests. */
  async function recall(run: RunRef, nonce: string, model: AgentModel): Promise<readonly Said[]> {
    const said: Said[] = [];
    let left = earlierCharsMax;
    for (const exchange of (await messages.earlier(run)).toReversed()) {
      const text = written(exchange.text, exchange.clock);
      const whole = { text, followed: await whatFollowed(exchange, nonce, model) };
      const kept = sizeOf(whole) <= left ? whole : { text, followed: [lastWords(exchange)] };
      left -= sizeOf(kept);
      if (left < 0) break;
      said.unshift(kept);
    }
    return said;
  }

  /** Messages of another model are not replayed: its call ids and signatures are provider-specific. */
  async function whatFollowed(
    exchange: Exchange,
    nonce: string,
    model: AgentModel,
  ): Promise<readonly unknown[]> {
    const [turns, calls] = await Promise.all([runs.turns(exchange.run), runs.calls(exchange.run)]);
    if (turns.some((turn) => turn.model !== model.id)) return [lastWords(exchange)];
    const transcript = transcriptOf(turns, calls, { model, nonce, readBytesMax: earlierCharsMax });
    return exchange.answer === null ? [...transcript, lastWords(exchange)] : transcript;
  }

  return recall;
}

/** A message of the owner with the time at which the agent read it. */
export const written = (text: string, clock: Clock | null): string =>
  clock === null ? text : `(${clockText(clock)})\n\n${text}`;

function lastWords({ answer, reason }: Exchange) {
  return { role: 'assistant', content: answer ?? `(No answer. ${reason ?? 'It was stopped.'})` };
}
