import { invalid } from '../../refuse.ts';

/**
 * Pieces of SQL: strings and quoted names, dollar-quoted text, comments, blanks, and single signs or words. A comment that
 * an engine reads (hints) stays.
 */
const piece =
  /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\$(\w*)\$[^]*?\$\1\$|--[^\r\n]*|\/\*(?:[^]*?\*\/)?|\s+|[\w.@#$:]+|[^]/gy;

const isBlank = (text: string) => /^(?:\s|--|\/\*(?![+!]))/.test(text);
const isOpen = (text: string) => /^(?:['"`]|\/\*)$/.test(text);
const isPunctuation = (text: string) => /^[,;()=<>]$/.test(text);

/** Comments and runs of blanks become one blank, or nothing beside punctuation. */
export function minifySql(text: string): string {
  const parts: string[] = [];
  let hasBlank = false;
  for (const [part] of text.matchAll(piece)) {
    if (isOpen(part)) throw invalid('text is not whole: a quote or a comment is not closed.');
    if (isBlank(part)) {
      hasBlank = true;
      continue;
    }
    const before = parts.at(-1);
    if (hasBlank && before !== undefined && !isPunctuation(before) && !isPunctuation(part)) parts.push(' ');
    hasBlank = false;
    parts.push(part);
  }
  return parts.join('');
}
