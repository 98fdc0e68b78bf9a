import { assertOutputFits } from '../../output.ts';
import { overLimit } from '../../refuse.ts';

/** The parser compares emphasis marks pairwise, so its time is quadratic in the length of the text. */
export const markdownCharsMax = 100_000;

const depthMax = 100;
/** Tags around one cell of a table. */
const cellChars = 9;

function markersOf(line: string): number {
  let markers = 0;
  for (const character of line) {
    if ('>*+-'.includes(character) || character === ')' || character === '.') markers += 1;
    else if (character !== ' ' && character !== '\t' && !(character >= '0' && character <= '9')) break;
  }
  return markers;
}

/** A thematic break such as --------- is not nesting. */
function isRule(line: string): boolean {
  return /^[ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$/.test(line) || /^[ \t]*[-|: \t]+$/.test(line);
}

/** Refuses Markdown whose quotes and lists nest too deeply, or whose tables would have too many cells. */
export function assertMarkdownIsTame(text: string): void {
  const lines = text.split('\n');
  let barsMax = 0;
  for (const line of lines) {
    if (isRule(line)) {
      if (line.includes('|')) barsMax = Math.max(barsMax, line.split('|').length);
      const isDeepList = line.replace(/[^-*+]/g, '').length > depthMax && /[-*+] [-*+] /.test(line);
      if (isDeepList) throw overLimit(`text nests more than ${depthMax} quotes or lists on one line.`);
    } else if (markersOf(line) > depthMax)
      throw overLimit(`text nests more than ${depthMax} quotes or lists on one line.`);
  }
  // Every row of a table is padded to the width of its header.
  assertOutputFits(barsMax * lines.length * cellChars);
}
