import { answerHandshake } from './answer-handshake.ts';
import { answerPreflight } from './answer-preflight.ts';
import { checkDelivery } from './check-delivery.ts';
import { deliver } from './deliver.ts';

export const hookOperations = [deliver, checkDelivery, answerHandshake, answerPreflight] as const;
