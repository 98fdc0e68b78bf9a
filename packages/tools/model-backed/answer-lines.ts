/**
 * The lines of an answer without bullets, numbers, quotation marks and emphasis; empty and repeated lines are dropped.
 */
export function answerLines(answer: string): readonly string[] {
  const lines = new Map<string, string>();
  for (const line of answer.split('\n')) {
    const text = withoutMarkup(line);
    const key = text.toLowerCase();
    if (text !== '' && !lines.has(key)) lines.set(key, text);
  }
  return [...lines.values()];
}

/** A line without its markup. */
export function withoutMarkup(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*•+]|#{1,6}|\d{1,2}[.)])\s+/, '')
    .replaceAll('**', '')
    .replace(/^["“](.*)["”]$/, '$1')
    .trim();
}
