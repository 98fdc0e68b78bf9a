import { cutToChars } from '#domain/cut-text.ts';

/** Text of a document in one line, without control characters and what changes the direction of writing. */
export const lineOf = (value: unknown, charsMax: number): string =>
  typeof value === 'string'
    ? cutToChars(
        value
          .slice(0, charsMax * 8)
          .toWellFormed()
          .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
          .trim(),
        charsMax,
      )
    : '';
