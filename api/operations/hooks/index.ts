import { answerHandshake } from './answer-handshake.ts';
import { answerPreflight } from './answer-preflight.ts';
import { deliver } from './deliver.ts';

export const hookOperations = [deliver, answerHandshake, answerPreflight] as const;
