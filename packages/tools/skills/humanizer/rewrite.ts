/** A text and how many places of it were rewritten. */
export interface Rewritten {
  readonly text: string;
  readonly changes: number;
}

/** Replaces by a function that may decline with undefined, and counts what it did not decline. */
export function rewrite(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string | undefined,
): Rewritten {
  let changes = 0;
  let done = 0;
  let result = '';
  for (const match of text.matchAll(pattern)) {
    const replaced = replacement(match);
    if (replaced === undefined || replaced === match[0]) continue;
    result += text.slice(done, match.index) + replaced;
    done = match.index + match[0].length;
    changes += 1;
  }
  return { text: result + text.slice(done), changes };
}

/** `Word` for `word`; names such as `iPhone` stay. */
export function capitalised(text: string): string {
  return /^\p{Ll}[\p{Ll}'’]*(?!\p{L})/u.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}
