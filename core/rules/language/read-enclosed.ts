import type { Piece } from './token.ts';

const closers: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '„': '“',
  '‘': '’',
  '«': '»',
};

const angleCharsMax = 2_048;

/** A character that opens something which needs a closing one. */
export const isOpener = (char: string): boolean => char in closers || char === '{' || char === '[';

/** What begins at an index and ends with a mark of its own: a quotation, JSON, a placeholder, `<https://…>`; else null. */
export const readEnclosed = (source: string, at: number): Piece | null =>
  readAngles(source, at) ??
  readFence(source, at) ??
  readPlaceholder(source, at) ??
  readQuotation(source, at) ??
  readJson(source, at);

/** `<https://…>`, as mail and Markdown write addresses. */
function readAngles(source: string, at: number): Piece | null {
  const match = /^<(https?:\/\/[^\s<>]+)>/i.exec(source.slice(at, at + angleCharsMax));
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

/** What is quoted in a placeholder is behind a bar: `{{"a":1}}` is none, but two braces by mistake. */
const placeholder = /\{\{([^"{}\n|]*(?:\|[^{}\n]*)?)\}\}/y;

function readPlaceholder(source: string, at: number): Piece | null {
  placeholder.lastIndex = at;
  const match = placeholder.exec(source);
  return match === null
    ? null
    : { kind: 'placeholder', text: (match[1] ?? '').trim(), end: at + match[0].length };
}

function readQuotation(source: string, at: number): Piece | null {
  const closer = closers[source.charAt(at)];
  if (closer === undefined) return null;
  let text = '';
  for (let index = at + 1; index < source.length; index += 1) {
    const char = source.charAt(index);
    const inner = readPlaceholder(source, index);
    if (inner !== null) {
      text += source.slice(index, inner.end);
      index = inner.end - 1;
    } else if (char === '\\' && /["'\\`]/.test(source.charAt(index + 1))) {
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
    const inner = readPlaceholder(source, index);
    if (char === '"' || inner !== null) {
      index = inner === null ? endOfString(source, index) : inner.end - 1;
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
    const inner = readPlaceholder(source, index);
    if (inner !== null) index = inner.end - 1;
    else if (source.charAt(index) === '\\') index += 1;
    else if (source.charAt(index) === '"') return index;
  }
  return source.length;
}
