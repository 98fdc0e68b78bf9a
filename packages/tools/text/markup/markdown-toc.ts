import type { Token, Tokens } from 'marked';
import { joinWithinLimit } from '../../output.ts';
import { assertMarkdownIsTame } from './markdown-guard.ts';
import { loadLibrary } from '../../load-library.ts';

/** The text of a heading without markup and link targets. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens);
      return token.type === 'html' ? '' : 'text' in token ? String(token.text) : '';
    })
    .join('');
}

/** Like GitHub: keeps letters, marks, digits, _ and -, and replaces each space by -. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** The headings outside of lists and quotes; of other blocks only the extent is read. */
async function headingsOf(text: string): Promise<readonly Tokens.Heading[]> {
  const { Lexer, tokenizerFor } = await loadLibrary('marked', () => import('./markdown-parser.ts'));
  const lexer = new Lexer({ gfm: true, tokenizer: tokenizerFor(text) });
  lexer.blockTokens(text.replaceAll(/\r\n|\r/g, '\n'), lexer.tokens);
  const headings = lexer.tokens.filter(isHeading);
  const ofHeadings = new Set(headings.map(({ tokens }) => tokens));
  for (const { src, tokens } of lexer.inlineQueue) {
    // A tag that is left open changes how the blocks behind it are read.
    if (ofHeadings.has(tokens) || src.includes('<')) lexer.inlineTokens(src, tokens);
  }
  return headings;
}

export async function markdownToc(text: string, minLevel: number, maxLevel: number): Promise<string> {
  assertMarkdownIsTame(text);
  const headings = await headingsOf(text);
  const copies = new Map<string, number>();
  const entries = headings.map(({ depth, tokens }) => {
    const title = plainText(tokens).trim();
    const anchor = anchorOf(title);
    const copy = copies.get(anchor) ?? 0;
    copies.set(anchor, copy + 1);
    return { depth, title, anchor: copy === 0 ? anchor : `${anchor}-${copy}` };
  });
  const listed = entries.filter(({ depth }) => depth >= minLevel && depth <= maxLevel);
  const top = Math.min(6, ...listed.map(({ depth }) => depth));
  const lines = listed.map(
    ({ depth, title, anchor }) =>
      `${'  '.repeat(depth - top)}- [${title.replace(/([\\[\]])/g, '\\$1')}](#${encodeURI(anchor)})`,
  );
  return joinWithinLimit(lines, '\n');
}
