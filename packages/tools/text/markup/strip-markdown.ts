import type { Token, Tokens } from 'marked';
import { Lexer, tokenizerFor } from './markdown-parser.ts';
import { stripHtml } from './strip-html.ts';

type Plain = (token: Token) => string;

const inline = (tokens: readonly Token[] | undefined) => (tokens ?? []).map(plainInline).join('');
const blockList = (tokens: readonly Token[]) =>
  tokens
    .map(plainBlock)
    .filter((block) => block !== '')
    .join('\n\n');

const inlineKinds: Readonly<Record<string, Plain>> = {
  br: () => '\n',
  html: () => '',
  image: (token) => (token as Tokens.Image).text,
  codespan: (token) => (token as Tokens.Codespan).text,
  escape: (token) => (token as Tokens.Escape).text,
  checkbox: () => '',
};

function plainInline(token: Token): string {
  const plain = inlineKinds[token.type];
  if (plain !== undefined) return plain(token);
  if ('tokens' in token && token.tokens !== undefined) return inline(token.tokens);
  return 'text' in token ? String(token.text) : '';
}

function plainTable({ header, rows }: Tokens.Table): string {
  const lines = [header, ...rows].map((cells) => cells.map((cell) => inline(cell.tokens)).join('\t'));
  return lines.join('\n');
}

function plainList({ items, ordered, start }: Tokens.List): string {
  return items
    .map((item, index) => {
      const mark = ordered ? `${Number(start) + index}. ` : '';
      return (
        mark +
        item.tokens
          .map(plainBlock)
          .filter((block) => block !== '')
          .join('\n')
      );
    })
    .join('\n');
}

const blockKinds: Readonly<Record<string, Plain>> = {
  space: () => '',
  hr: () => '',
  def: () => '',
  code: (token) => (token as Tokens.Code).text,
  html: (token) => stripHtml((token as Tokens.HTML).text, false),
  blockquote: (token) => blockList((token as Tokens.Blockquote).tokens),
  list: (token) => plainList(token as Tokens.List),
  table: (token) => plainTable(token as Tokens.Table),
};

function plainBlock(token: Token): string {
  return blockKinds[token.type]?.(token) ?? plainInline(token);
}

/** The text of a Markdown document. Throws TOOL_LIMIT_EXCEEDED if it nests too deeply. */
export function stripMarkdown(text: string): string {
  return blockList(Lexer.lex(text, { gfm: true, tokenizer: tokenizerFor(text) }));
}
