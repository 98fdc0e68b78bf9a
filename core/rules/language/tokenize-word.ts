import type { Piece, TokenKind } from './token.ts';

const url = /https?:\/\/(?:\{\{[^{}\n]*\}\}|[^\s"'`<>“”‘’«»])+/iy;
/** A word ends at the next blank, quotation, bracket, comma (but not 1,000), comparison or placeholder. */
const word = /(?:(?<=\d),(?=\d{3}(?!\d))|(?<=\p{L})['’](?=\p{L})|(?!\{\{|[!=]=)[^\s,;()"“”„«»`=<>≥≤≠'’])+/uy;
const number = /^([+-]?)([$€£¥]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(k?)([$€£¥%]?)$/i;
const abbreviations = new Set(['e.g.', 'i.e.', 'etc.', 'vs.', 'incl.', 'approx.']);
const unusualStems: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };

/** The word, number or URL that begins at an index, with the punctuation that follows it. */
export function readWord(source: string, at: number): readonly Piece[] {
  url.lastIndex = at;
  const address = url.exec(source)?.[0];
  if (address !== undefined) return withTail(source, 'url', address, at);
  word.lastIndex = at;
  const text = word.exec(source)?.[0];
  if (text === undefined) return [{ kind: 'symbol', text: source.charAt(at), end: at + 1 }];
  return withTail(source, 'word', text, at);
}

function withTail(source: string, kind: TokenKind, text: string, at: number): readonly Piece[] {
  const end = at + text.length;
  if (kind === 'word' && abbreviations.has(text.toLowerCase())) return [{ kind, text, end }];
  const body = text.replace(kind === 'url' ? /[.,;:!?)\]]+$/ : /[.!?:…]+$/, '');
  const tail = text.slice(body.length);
  const pieces = body === '' ? [] : classify(kind, body, at + body.length);
  if (tail === '') return pieces;
  // Inside "a.b" nothing ends; a sentence ends only before a blank or at the end.
  const isEnd = /[.!?…]/.test(tail) && (end >= source.length || /[\s"'”’)]/.test(source.charAt(end)));
  const kindOfTail: TokenKind = isEnd ? 'break' : 'symbol';
  return [...pieces, { kind: kindOfTail, text: isEnd ? '.' : tail.charAt(tail.length - 1), end }];
}

function classify(kind: TokenKind, body: string, end: number): readonly Piece[] {
  if (kind === 'url') return [{ kind, text: body, end }];
  const match = number.exec(body);
  if (match !== null) return [{ kind: 'number', end, ...readNumber(match) }];
  const contraction = /^(\p{L}+)n['’]t$/iu.exec(body);
  if (contraction !== null) {
    const stem = (contraction[1] ?? '').toLowerCase();
    return [
      { kind: 'word', text: unusualStems[stem] ?? stem, end },
      { kind: 'word', text: 'not', end },
    ];
  }
  return [{ kind: 'word', text: body.replaceAll('’', "'"), end }];
}

/** "10k" is 10000; "1.5k" is left as it is written. */
function readNumber([
  body = '',
  sign = '',
  before = '',
  whole = '',
  fraction = '',
  thousand = '',
  after = '',
]: RegExpExecArray) {
  const digits = `${sign}${whole.replaceAll(',', '')}${fraction}`;
  const unit = before || after;
  const text = thousand === '' ? digits : fraction === '' ? `${digits}000` : body;
  return { text, ...(unit !== '' && { unit }) };
}
