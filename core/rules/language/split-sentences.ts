import type { Token } from './token.ts';
import { tokenize } from './tokenize.ts';

/** One sentence of an owner's text, or one item of a list. */
export interface Sentence {
  readonly tokens: readonly Token[];
  readonly startsLine: boolean;
  /** As written. */
  readonly text: string;
}

/** Cuts a text at line ends, list marks, semicolons and full stops, never inside quotations, JSON or URLs. */
export function splitSentences(source: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let tokens: Token[] = [];
  let startsLine = false;
  const close = (): void => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first !== undefined && last !== undefined)
      sentences.push({
        tokens,
        startsLine,
        text: source.slice(first.start, last.end),
      });
    tokens = [];
  };
  for (const token of tokenize(source)) {
    if (token.kind !== 'break') tokens.push(token);
    else {
      const hadTokens = tokens.length > 0;
      close();
      if (token.text === '\n') startsLine = true;
      else if (hadTokens) startsLine = false;
    }
  }
  close();
  return sentences;
}
