/** A piece of the text: prose that may be rewritten, or lines that stay. */
export interface Piece {
  readonly isProse: boolean;
  /** The prefix of the first line: spaces, a list marker. */
  readonly marker: string;
  readonly text: string;
  /** The line break and the blank lines behind, so that all pieces together are the text. */
  readonly end: string;
}

const fence = /^\s{0,3}(?:```|~~~)/;
const standing = /^(?:\s{4,}|\t|\s{0,3}(?:#{1,6}\s|>|\|)|\s*(?:={3,}|-{3,}|\*{3,})\s*$|\s*—)/;
const listItem = /^\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+/;
const verseWidthMax = 60;

/** Cuts a text into paragraphs of prose and all that is not prose: code, headings, tables, quotations, verse. */
export function paragraphsOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let prose: string[] = [];
  let inFence = false;
  const flush = () => {
    if (prose.length > 0) pieces.push(proseOf(prose));
    prose = [];
  };
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const isFence = fence.test(line);
    if (isFence) inFence = !inFence;
    if (isFence || inFence || line.trim() === '' || standing.test(line)) {
      flush();
      pieces.push({ isProse: false, marker: '', text: line, end: '' });
      continue;
    }
    if (listItem.test(line)) flush();
    prose.push(line);
  }
  flush();
  return pieces;
}

function proseOf(lines: readonly string[]): Piece {
  const whole = lines.join('');
  const marker = listItem.exec(whole)?.[0] ?? /^\s*/.exec(whole)?.[0] ?? '';
  const body = whole.slice(marker.length);
  const text = body.trimEnd();
  const isVerse = lines.length >= 3 && lines.every((line) => line.trimEnd().length <= verseWidthMax);
  return { isProse: !isVerse, marker, text, end: body.slice(text.length) };
}
