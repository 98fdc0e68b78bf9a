import { readWord, type TokenKind } from './tokenize-word.ts';

/** A piece of an owner's text. */
export interface Token {
  readonly kind: TokenKind;
  /** Words as written; the content of a quotation or a placeholder; the digits of a number. */
  readonly text: string;
  /** For comparing words and symbols. Empty for quotations, so that nothing in quotes is a key word. */
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** On a break: the line after it is an item of a list. */
  readonly isItem?: boolean;
}

const closers: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
};
/** Each costs a look at the whole rest; a text with more of them is not understood anyway. */
const unclosedMax = 20;
const symbols = [
  '===',
  '!==',
  '>=',
  '<=',
  '==',
  '!=',
  '<>',
  '=',
  '>',
  '<',
  '≥',
  '≤',
  '≠',
  '(',
  ')',
  ',',
  ':',
];
const itemMark = /[ \t]*(?:(?:[-*•–—]|\d{1,2}[.)]|step\s+\d{1,2}\s*[:.)-])[ \t]+|#{1,6}[ \t]+)/iy;

/** Cuts a text into tokens. Never fails: what it cannot read becomes a symbol that no rule knows. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const push = (kind: TokenKind, text: string, end: number, isItem?: boolean): void => {
    const lower = kind === 'text' || kind === 'place' || kind === 'json' ? '' : text.toLowerCase();
    tokens.push({ kind, text, lower, start: at, end, ...(isItem === undefined ? {} : { isItem }) });
    at = end;
  };
  const startLine = (from: number): void => {
    itemMark.lastIndex = from;
    const mark = itemMark.exec(source);
    push('break', '\n', from + (mark?.[0].length ?? 0), mark !== null);
  };
  let unclosed = 0;
  startLine(0);
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === '\n') startLine(at + 1);
    else if (/\s/.test(char)) at += 1;
    else if (char === ';') push('break', ';', at + 1);
    else {
      const token = unclosed < unclosedMax ? readEnclosed(source, at) : null;
      if (token !== null) push(token.kind, token.text, token.end);
      else {
        if (char in closers || char === '{' || char === '[') unclosed += 1;
        const symbol = symbols.find((candidate) => source.startsWith(candidate, at));
        if (symbol !== undefined) push('symbol', symbol, at + symbol.length);
        else for (const part of readWord(source, at)) push(part.kind, part.text, part.end);
      }
    }
  }
  return tokens;
}

interface Piece {
  readonly kind: TokenKind;
  readonly text: string;
  readonly end: number;
}

const readEnclosed = (source: string, at: number): Piece | null =>
  readAngles(source, at) ??
  readFence(source, at) ??
  readPlaceholder(source, at) ??
  readQuotation(source, at) ??
  readJson(source, at);

/** `<https://…>`, as mail and Markdown write addresses. */
function readAngles(source: string, at: number): Piece | null {
  const match = /^<(https?:\/\/[^\s<>]+)>/i.exec(source.slice(at, at + 2_048));
  return match === null ? null : { kind: 'url', text: match[1] ?? '', end: at + match[0].length };
}

/** A block between lines of three backticks, without the name of its language. */
function readFence(source: string, at: number): Piece | null {
  if (!source.startsWith('```', at)) return null;
  const close = source.indexOf('```', at + 3);
  const line = source.indexOf('\n', at);
  if (close === -1 || line === -1 || line > close) return null;
  return { kind: 'text', text: source.slice(line + 1, close).trim(), end: close + 3 };
}

function readPlaceholder(source: string, at: number): Piece | null {
  if (!source.startsWith('{{', at)) return null;
  const close = source.indexOf('}}', at);
  // `{{"a":1}}` and the like are not placeholders; a JSON value may begin with two braces only by mistake.
  if (close === -1 || /["{\n]/.test(source.slice(at + 2, close))) return null;
  return { kind: 'place', text: source.slice(at + 2, close).trim(), end: close + 2 };
}

function readQuotation(source: string, at: number): Piece | null {
  const closer = closers[source.charAt(at)];
  if (closer === undefined) return null;
  let text = '';
  for (let index = at + 1; index < source.length; index += 1) {
    const char = source.charAt(index);
    if (char === '\\' && /["'\\`]/.test(source.charAt(index + 1))) {
      text += source.charAt(index + 1);
      index += 1;
    } else if (char === closer && !(char === "'" && /\p{L}/u.test(source.charAt(index + 1))))
      return { kind: 'text', text, end: index + 1 };
    else text += char;
  }
  return null;
}

/** A JSON object or list with placeholders in it; only its brackets are checked here. */
function readJson(source: string, at: number): Piece | null {
  const first = source.charAt(at);
  if (first !== '{' && first !== '[') return null;
  const open: string[] = [];
  for (let index = at; index < source.length; index += 1) {
    const char = source.charAt(index);
    if (char === '"') {
      index = endOfString(source, index);
      continue;
    }
    if (char === '{' || char === '[') open.push(char === '{' ? '}' : ']');
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) return null;
      if (open.length === 0) return { kind: 'json', text: source.slice(at, index + 1), end: index + 1 };
    }
  }
  return null;
}

function endOfString(source: string, at: number): number {
  for (let index = at + 1; index < source.length; index += 1) {
    if (source.charAt(index) === '\\') index += 1;
    else if (source.charAt(index) === '"') return index;
  }
  return source.length;
}
