import { invalid, overLimit } from '../../refuse.ts';

/** The notations of parsers for the position of an error. */
interface Located {
  readonly message: string;
  readonly line?: unknown;
  readonly column?: unknown;
  readonly lineNumber?: unknown;
  readonly columnNumber?: unknown;
}

/** A parser's error as one sentence, with its position if known. */
export function placedRefusal(error: unknown, format: string): Error {
  if (error instanceof RangeError) return overLimit('text is nested too deep.');
  const { message, line, column, lineNumber, columnNumber } = error as Located;
  const sentence = (message.split('\n')[0] ?? message)
    .replace(/^(?:Invalid TOML document|JSON5): /, '')
    .replace(/ at \d+:\d+$/, '')
    .replace(/\.$/, '');
  const [atLine, atColumn] = [line ?? lineNumber, column ?? columnNumber];
  const place = typeof atLine === 'number' ? ` at line ${atLine}, column ${String(atColumn)}` : '';
  return invalid(`text is not valid ${format}: ${sentence}${place}.`);
}
