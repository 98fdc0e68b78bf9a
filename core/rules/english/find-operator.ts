import type { Token } from '../language/token.ts';
import { type OperatorPhrase, operatorPhrases } from './vocabulary.ts';

export interface FoundOperator {
  readonly at: number;
  readonly phrase: OperatorPhrase;
}

/** The first operator of a part: the longest that begins there. Null where there is none. */
export function findOperator(tokens: readonly Token[]): FoundOperator | null {
  for (const at of tokens.keys()) {
    const phrase = operatorPhrases.find(({ words }) =>
      words.every((word, offset) => tokens[at + offset]?.lower === word),
    );
    if (phrase !== undefined) return { at, phrase };
  }
  return null;
}
