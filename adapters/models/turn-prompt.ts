import type { TurnInput } from '#capabilities/agent-turn.ts';
import { lastMessageBytesMax, lastTurnMessage, shortened } from './last-turn.ts';
import type { LoadedModel } from './loaded-model.ts';
import { toolsBytes } from './offered-capabilities.ts';
import { openingMessages, systemText } from './prompt.ts';
import { shownBytesMax } from './shown-bytes.ts';

type Prompt = ReturnType<typeof promptOf>['prompt'];

/** The prompt of a turn: trusted text, the opening, which is the same in every turn, and everything that followed it. */
export function promptOf({ id }: LoadedModel, given: TurnInput) {
  const input = given.last?.isShort === true ? shortened(given) : given;
  const opening = openingMessages(input, shownBytesMax(id, input.limits.run.tokens));
  const last = given.last === undefined ? [] : [lastTurnMessage(given, given.last)];
  const messages = [...opening, ...input.messages, ...last];
  return { prompt: { instructions: systemText(input), messages }, openingCount: opening.length };
}

/** Bytes of a prompt with its tools. That of the last turn counts as with all that may be told there of the run. */
export function promptBytesOf(prompt: Prompt, input: TurnInput): number {
  const bytes = Buffer.byteLength(JSON.stringify(prompt));
  const { last } = input;
  if (last === undefined) return bytes + toolsBytes(input);
  const message = Buffer.byteLength(JSON.stringify(lastTurnMessage(input, last)));
  return Math.max(bytes, bytes - message + lastMessageBytesMax) + (last.isShort ? 0 : toolsBytes(input));
}
