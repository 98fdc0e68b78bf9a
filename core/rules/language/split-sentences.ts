import type { Token } from './token.ts';
import { tokenize } from './tokenize.ts';

/** One sentence of an owner's text, or one item of a list. */
export interface Sentence {
  readonly tokens: readonly Token[];
  /** It begins a list item, which may belong to an earlier sentence that ends in a colon. */
  readonly isItem: boolean;
  readonly startsLine: boolean;
  /** As written. */
  readonly text: string;
}

/** Cuts a text at line ends, list marks, semicolons and full stops, never inside quotations, JSON or URLs. */
export function splitSentences(source: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let tokens: Token[] = [];
  let lineBreak: Token | null = null;
  const close = (): void => {
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (first !== undefined && last !== undefined)
      sentences.push({
        tokens,
        isItem: lineBreak?.isItem === true,
        startsLine: lineBreak !== null,
        text: source.slice(first.start, last.end),
      });
    tokens = [];
  };
  for (const token of tokenize(source)) {
    if (token.kind !== 'break') tokens.push(token);
    else {
      const hadTokens = tokens.length > 0;
      close();
      if (token.text === '\n') lineBreak = token;
      else if (hadTokens) lineBreak = null;
    }
  }
  close();
  return sentences;
}
