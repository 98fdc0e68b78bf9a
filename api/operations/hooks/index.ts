import { answerHandshake } from './answer-handshake.ts';
import { answerPreflight } from './answer-preflight.ts';
import { deliver } from './deliver.ts';

/** In the order of the reference. */
export const hookOperations = [deliver, answerHandshake, answerPreflight] as const;
