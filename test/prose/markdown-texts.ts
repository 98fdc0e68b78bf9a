import { marked, type Token, type Tokens } from 'marked';

import { lineAt, type Text } from './texts.ts';

/** Headings, paragraphs, items and cells of a page; code and HTML are not prose. */
export function markdownTexts(source: string): readonly Text[] {
  let offset = 0;

  function textOf(text: string): readonly Text[] {
    const found = source.indexOf(text, offset);
    if (found >= 0) offset = found + text.length;
    return [
      { line: lineAt(source, offset), text: text.replaceAll(/\]\([^)]*\)/g, ']').replaceAll(/[*[\]]/g, '') },
    ];
  }

  function textsOf(token: Token): readonly Text[] {
    if (token.type === 'code' || token.type === 'html') return [];
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      // This column of the glossary has words to avoid.
      const isShown = (_: Tokens.TableCell, column: number) => header[column]?.text !== 'Not';
      return [header, ...rows].flatMap((cells) => cells.filter(isShown)).flatMap(({ text }) => textOf(text));
    }
    if (token.type === 'list')
      return (token as Tokens.List).items.flatMap((item) => item.tokens.flatMap(textsOf));
    if (token.type === 'blockquote') return (token as Tokens.Blockquote).tokens.flatMap(textsOf);
    return 'text' in token ? textOf(token.text) : [];
  }

  return marked.lexer(source).flatMap(textsOf);
}
