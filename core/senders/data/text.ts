import { idOfContent, idOfParts } from '../composed-id.ts';
import type { SenderRequest } from '../sender.ts';
import { readPlace, type ReadText } from './place.ts';

/** A literal, or a place in braces. */
type Piece = { readonly literal: string } | { readonly read: ReadText; readonly isOptional: boolean };

const bracesPattern = /\{([^{}]+)\}/g;

/** Places of a text: `{/a|/b?}` has two, and may be without a value. */
function pieceOf(inner: string): Piece {
  const isOptional = inner.endsWith('?');
  const reads = (isOptional ? inner.slice(0, -1) : inner).split('|').map(readOf);
  return { isOptional, read: (request) => firstOf(reads, request) };
}

const readOf = (place: string): ReadText => (place === 'sha256' ? idOfContent : readPlace(place));

function firstOf(reads: readonly ReadText[], request: SenderRequest): string | null {
  for (const read of reads) {
    const text = read(request);
    if (text !== null) return text;
  }
  return null;
}

/** The literals and places of a text in their order. */
function piecesOf(text: string): readonly Piece[] {
  const parts = text.split(bracesPattern);
  return parts.flatMap((part, index) =>
    index % 2 === 1 ? [pieceOf(part)] : part === '' ? [] : [{ literal: part }],
  );
}

const listOf = (texts: string | readonly string[] | null | undefined): readonly string[] =>
  texts == null ? [] : typeof texts === 'string' ? [texts] : texts;

/** The first text whose places have all a value; null where there is none. */
export function readTexts(
  texts: string | readonly string[] | null | undefined,
  encode: (text: string) => string = (text) => text,
): ReadText {
  const reads = listOf(texts).map((text) => readText(text, encode));
  return (request) => firstOf(reads, request);
}

function readText(text: string, encode: (part: string) => string): ReadText {
  if (!text.includes('{')) return readPlace(text);
  const pieces = piecesOf(text);
  // A place alone is the whole text, such as a link.
  const write = pieces.length === 1 ? (part: string) => part : encode;
  return (request) => {
    const parts = partsOf(pieces, request) ?? [];
    const written = parts.map(({ text: part, isValue }) => (isValue ? write(part) : part)).join('');
    return written.trim() === '' ? null : written;
  };
}

interface Part {
  readonly text: string;
  /** Read from the request. */
  readonly isValue: boolean;
}

/** Null where a place has no value that has to have one. */
function partsOf(pieces: readonly Piece[], request: SenderRequest): readonly Part[] | null {
  const parts: Part[] = [];
  for (const piece of pieces) {
    if ('literal' in piece) parts.push({ text: piece.literal, isValue: false });
    else {
      const text = piece.read(request);
      if (text === null && !piece.isOptional) return null;
      parts.push({ text: text ?? '', isValue: text !== null });
    }
  }
  return parts;
}

/** An event id as it is at one place, or of several. `isEscaped`: values have the separators of the text in percent, so that no two events share an id. */
export function readEventId(
  texts: string | readonly string[] | null | undefined,
  isEscaped = false,
): ReadText {
  const reads = listOf(texts).map((text) =>
    text.includes('{') ? readComposedId(text, isEscaped) : readPlace(text),
  );
  return (request) => firstOf(reads, request);
}

/** Without the separators after its last value, and a digest where it is long. */
function readComposedId(text: string, isEscaped: boolean): ReadText {
  const pieces = piecesOf(text);
  const separators = new Set(
    pieces.flatMap((piece) => ('literal' in piece ? Array.from(piece.literal) : [])).concat('%'),
  );
  const escape = (value: string) =>
    Array.from(value, (character) => (separators.has(character) ? escaped(character) : character)).join('');
  return (request) => {
    const read = partsOf(pieces, request);
    const isWritten = isEscaped && pieces.length > 1;
    const parts = isWritten
      ? (read?.map((part) => (part.isValue ? { ...part, text: escape(part.text) } : part)) ?? null)
      : read;
    const end = (parts?.findLastIndex(({ isValue }) => isValue) ?? -1) + 1;
    if (parts === null || end === 0) return null;
    return idOfParts([`${joined(parts.slice(0, end))}${joined(parts.slice(end)).replace(/:+$/, '')}`]);
  };
}

/** Each byte in percent, those of letters too. */
const escaped = (character: string): string =>
  Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const joined = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

/** The places that texts read, the digest of the body as `sha256`. */
export const placesOf = (texts: string | readonly string[] | null | undefined): readonly string[] =>
  listOf(texts).flatMap((text) =>
    text.includes('{')
      ? [...text.matchAll(bracesPattern)].flatMap(([, inner = '']) => inner.replace(/\?$/, '').split('|'))
      : [text],
  );
