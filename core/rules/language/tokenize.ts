import { isOpener, readEnclosed } from './read-enclosed.ts';
import type { Token, TokenKind } from './token.ts';
import { readWord } from './tokenize-word.ts';

/** Each unclosed bracket costs a scan of the whole rest; a text with more of them is not understood anyway. */
const unclosedMax = 20;
/** The longest first. */
const symbols = '=== !== >= <= == != <> = > < ≥ ≤ ≠ ( ) , :'.split(' ');
const itemMark = /[ \t]*(?:(?:[-*•–—]|\d{1,2}[.)]|step\s+\d{1,2}\s*[:.)-])[ \t]+|#{1,6}[ \t]+)/iy;

/** Cuts a text into tokens. Never fails: what it cannot read becomes a symbol that no rule knows. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const push = (kind: TokenKind, text: string, end: number, details: Partial<Token> = {}): void => {
    const lower = kind === 'text' || kind === 'placeholder' || kind === 'json' ? '' : text.toLowerCase();
    tokens.push({ kind, text, lower, start: at, end, ...details });
    at = end;
  };
  const startLine = (from: number): void => {
    itemMark.lastIndex = from;
    const mark = itemMark.exec(source);
    push('break', '\n', from + (mark?.[0].length ?? 0));
  };
  let unclosed = 0;
  startLine(0);
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === '\n') startLine(at + 1);
    else if (/\s/.test(char)) at += 1;
    else if (char === ';') push('break', ';', at + 1);
    else {
      const enclosed = unclosed < unclosedMax ? readEnclosed(source, at) : null;
      if (enclosed !== null) push(enclosed.kind, enclosed.text, enclosed.end);
      else {
        if (isOpener(char)) unclosed += 1;
        const symbol = symbols.find((candidate) => source.startsWith(candidate, at));
        if (symbol !== undefined) push('symbol', symbol, at + symbol.length);
        else
          for (const { kind, text, end, unit } of readWord(source, at))
            push(kind, text, end, unit === undefined ? {} : { unit });
      }
    }
  }
  return tokens;
}
