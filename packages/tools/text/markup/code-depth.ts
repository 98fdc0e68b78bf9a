import { overLimit } from '../../refuse.ts';

const bracketDepthMax = 200;

/** The parsers recurse into brackets and tags; those in strings are counted too. */
export function assertCodeDepth(text: string): void {
  let depth = 0;
  for (const character of text) {
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character) && depth > 0) depth -= 1;
    if (depth > bracketDepthMax)
      throw overLimit(`text opens more than ${bracketDepthMax} brackets inside each other.`);
  }
  for (const line of text.split('\n')) {
    const markers = /^[\s>*+-]+/.exec(line)?.[0].replace(/[\s*-]/g, '').length ?? 0;
    if (markers > bracketDepthMax)
      throw overLimit(`text nests more than ${bracketDepthMax} quotes on one line.`);
  }
}
