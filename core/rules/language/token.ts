/** What a token of a filter or an instruction is. */
export type TokenKind = 'word' | 'text' | 'number' | 'json' | 'url' | 'placeholder' | 'symbol' | 'break';

/** A piece of an owner's text. */
export interface Token {
  readonly kind: TokenKind;
  /** Words as written; the content of a quotation or a placeholder; the digits of a number. */
  readonly text: string;
  /** For comparing words and symbols. Empty for quotations, so that nothing in quotes is a key word. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** On a number: the sign of a currency or the % that was written with it. */
  readonly unit?: string;
}

/** A token before it has a start: what was read, and the index after it. */
export interface Piece {
  readonly kind: TokenKind;
  readonly text: string;
  readonly end: number;
  readonly unit?: string;
}

/** The word or symbol at an index in lower case; empty beyond the ends and for quotations. */
export const lowerAt = (tokens: readonly Token[], at: number): string => tokens[at]?.lower ?? '';

/** All words in lower case with blanks between them. */
export const lowerText = (tokens: readonly Token[]): string => tokens.map(({ lower }) => lower).join(' ');
