import type { ModelFailureKind } from '#contracts/turn.ts';

/** Why a model gave no usable answer, as a sentence for the owner. */
export const modelFailureSentence: Readonly<Record<ModelFailureKind['kind'], string>> = {
  'rate-limited': 'The model provider limits the rate of calls.',
  quota: 'The account at the model provider is used up: its quota or its credit is exhausted.',
  auth: 'The model provider refused the key of this service.',
  'bad-request': 'The model provider refused the request.',
  unavailable: 'The model provider does not answer.',
  'cut-prompt': 'The server of the model cut the prompt: its context is too small.',
  budget: 'The budget has too little left for a call of the model, or the price of the model is not known.',
  'bad-answer': 'The model gave an answer that cannot be read.',
};
