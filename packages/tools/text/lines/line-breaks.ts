import { joinWithinLimit } from '../../output.ts';

const lineBreak = /\r\n|\n|\r/;
const lineBreaks = /(\r\n|\n|\r)/;
const byteOrderMark = '\uFEFF';

/** The lines of a text, and what is needed to restore the text. */
export interface Lines {
  readonly lines: readonly string[];
  /** The first line break of the text; a line feed if there is none. */
  readonly lineBreak: string;
  /** A break at the end ends the last line and does not start an empty one. */
  readonly hasFinalBreak: boolean;
  readonly byteOrderMark: string;
}

export function parseLines(text: string): Lines {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const lines = text.slice(mark.length).split(lineBreak);
  const hasFinalBreak = lines.length > 1 && lines.at(-1) === '';
  if (hasFinalBreak) lines.pop();
  return { lines, lineBreak: lineBreak.exec(text)?.[0] ?? '\n', hasFinalBreak, byteOrderMark: mark };
}

/** Joins lines in the format of the parsed text. */
export function formatLines(shape: Lines, lines: readonly string[]): string {
  const isEmpty = lines.length === 0;
  const last = shape.hasFinalBreak && !isEmpty ? shape.lineBreak : '';
  return shape.byteOrderMark + joinWithinLimit(lines, shape.lineBreak) + last;
}

/** Many lines of a list or a log are equal; the first of them are remembered with their results. */
const knownLinesMax = 1_000;

/** Changes each line separately and keeps every line break. Equal lines become equal lines. */
export function mapLines(text: string, change: (line: string) => string): string {
  const parts = text.split(lineBreaks);
  const known = new Map<string, string>();
  for (let index = 0; index < parts.length; index += 2) {
    const line = parts[index] ?? '';
    const changed = known.get(line) ?? change(line);
    if (known.size < knownLinesMax) known.set(line, changed);
    parts[index] = changed;
  }
  return joinWithinLimit(parts, '');
}
