import { unjoinedNarrow } from '../unicode/unjoined.ts';

const ascii = /^[\t -~]*$/;
const ofOtherWidth = new RegExp(String.raw`[^\t -~${unjoinedNarrow}]`);

/**
 * Wraps a line with the help of `wrap`, which measures ASCII many times faster: in lines whose characters all take one
 * column, a letter stands in for every other character.
 */
export function wrapLine(line: string, wrap: (line: string) => string): string {
  if (ascii.test(line)) return wrap(line);
  // As `wrap` does itself.
  const composed = line.normalize();
  if (ofOtherWidth.test(composed)) return wrap(line);
  const letters = composed.replaceAll(/[\t ]/g, '');
  let at = 0;
  return wrap(composed.replaceAll(/[^\t -~]/g, 'x')).replaceAll(/[^ \n]+/g, ({ length }) =>
    letters.slice(at, (at += length)),
  );
}
