/** The work of a thread of the bare server: the matches of a pattern that the caller wrote. */
export function findMatches({ text, pattern }: { readonly text: string; readonly pattern: string }) {
  return [...text.matchAll(new RegExp(pattern, 'gu'))].map(([match]) => match);
}
