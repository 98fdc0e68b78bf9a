import { marked, type Tokens } from 'marked';

/** The words that the tables of the glossary tell to avoid, each with the word to take. A word has one row. */
export function avoidedWords(page: string): ReadonlyMap<string, string> {
  const rows = marked
    .lexer(page)
    .flatMap((token) =>
      token.type === 'table'
        ? (token as Tokens.Table).rows.map((cells) => cells.map(({ text }) => text))
        : [],
    );
  const avoided = new Map<string, string>();
  const defined = new Set<string>();
  for (const [word = '', , not = ''] of rows) {
    if (defined.has(word)) throw new Error(`The glossary defines "${word}" twice.`);
    defined.add(word);
    for (const each of not.split(', ').filter(Boolean)) avoided.set(each.toLowerCase(), word);
  }
  const both = [...defined].find((word) => avoided.has(word));
  if (both !== undefined) throw new Error(`The glossary both defines "${both}" and tells to avoid it.`);
  return avoided;
}
