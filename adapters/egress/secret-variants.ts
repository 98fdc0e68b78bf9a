import { secretParts } from '#domain/secret-parts.ts';
import { unescapeAll } from './unescape.ts';

/** One way a secret can be written, in lower case; `edge`: base64 characters next to it also hold bits of it. */
export interface SecretVariant {
  readonly text: string;
  readonly edge: boolean;
}

const neighbours = Buffer.from('--');

/** Base64 of bytes inside longer ones: the characters that do not depend on their neighbours. */
function base64Variants(bytes: Buffer): readonly SecretVariant[] {
  const padded = Buffer.concat([neighbours, bytes]);
  return [0, 1, 2].flatMap((before) => {
    const encoded = padded.toString('base64', neighbours.length - before);
    const padding = encoded.indexOf('=');
    const first = before === 0 ? 0 : before + 1;
    const text = encoded.slice(first, padding < 0 ? undefined : padding - 1).toLowerCase();
    const url = text.replaceAll('+', '-').replaceAll('/', '_');
    return (url === text ? [text] : [text, url]).map((variant) => ({ text: variant, edge: true }));
  });
}

const jsonDepthMax = 4;

/**
 * A value with a backslash, as a string of JSON in JSON: where its backslashes end and those of the escapes begin cannot be
 * told from the text, so these are not found by unescaping.
 */
function jsonVariants(value: string): readonly string[] {
  const variants: string[] = [];
  if (!value.includes('\\')) return variants;
  for (let escaped = value; variants.length < jsonDepthMax;) {
    escaped = JSON.stringify(escaped).slice(1, -1);
    variants.push(escaped.toLowerCase());
  }
  return variants;
}

/** The characters as a writer of JSON shows them one by one. */
const jsonCharacters = (characters: readonly string[]): readonly string[] =>
  characters.map((character) =>
    /[\p{Cc}\p{Cs}"\\]/u.test(character) ? JSON.stringify(character).slice(1, -1) : character,
  );

/** Bytes and characters as lists of them, as a logger or a writer of JSON shows a buffer or an array. */
function listVariants(characters: readonly string[], bytes: Buffer, hex: string): readonly string[] {
  const pairs = hex.match(/../g) ?? [];
  const inJson = jsonCharacters(characters);
  return [
    ...[':', ' ', '-', '0x', ' 0x', ',0x', ', 0x', ',', ', '].map((between) => pairs.join(between)),
    ...[',', ', '].map((between) => bytes.join(between)),
    ...['","', '", "'].map((between) => inJson.join(between)),
    ...["','", "', '"].map((between) => characters.join(between)),
  ];
}

const plain = (texts: readonly string[]): readonly SecretVariant[] =>
  texts.map((text) => ({ text, edge: false }));

/** As a text of characters. One that holds escapes itself also without them, for the searched text loses its own. */
function writtenVariants(value: string): readonly SecretVariant[] {
  const lower = value.toLowerCase();
  return plain([
    lower,
    unescapeAll(value).toLowerCase(),
    ...jsonVariants(value),
    lower.replaceAll(' ', '+'),
    lower.replaceAll('\t', '\\t'),
  ]);
}

/**
 * Character by character, byte by byte, and in base64: of UTF-8, of UTF-16, of hex, and of base64. With `length`, only of
 * so many bytes or characters at the end of the value.
 */
function encodedVariants(value: string, length = Infinity): readonly SecretVariant[] {
  const bytes = Buffer.from(value).subarray(-length);
  const hex = bytes.toString('hex');
  const characters = Array.from(value.toLowerCase()).slice(-length);
  return [
    ...plain([hex, ...listVariants(characters, bytes, hex)]),
    ...base64Variants(bytes),
    ...base64Variants(Buffer.from(value, 'utf16le').subarray(-2 * length)),
    ...base64Variants(Buffer.from(hex)),
    ...twiceInBase64(value, length),
  ];
}

const twiceInBase64 = (value: string, length = Infinity): readonly SecretVariant[] =>
  base64Variants(Buffer.from(Buffer.from(value).toString('base64').slice(-length)));

/** Enough to be in few texts by accident. A multiple of four, which is a group of base64. */
const telltaleLength = 12;

/**
 * A text that holds `Bearer <key>` in some form holds the key in that form, base64 at one of its three alignments included,
 * unless the base64 of the whole was encoded again.
 */
function telltalesOf(value: string, _: number, values: readonly string[]): readonly SecretVariant[] {
  if (values.some((other) => value.endsWith(` ${other}`))) return twiceInBase64(value, telltaleLength);
  return [...writtenVariants(value), ...encodedVariants(value, telltaleLength)];
}

/** A text without any of these has no variant of the secrets at all: cheaper to make than all of those. */
export const telltaleVariants = (secrets: readonly string[]): readonly string[] => [
  ...new Set(secrets.flatMap((secret) => secretParts(secret).flatMap(telltalesOf)).map(({ text }) => text)),
];

/** Every variant that is searched for; what is escaped character by character is found by unescaping. */
export function secretVariants(secrets: readonly string[]): readonly SecretVariant[] {
  const variants = secrets
    .flatMap(secretParts)
    .flatMap((value) => [...writtenVariants(value), ...encodedVariants(value)]);
  return [...new Map(variants.map((variant) => [variant.text, variant] as const)).values()];
}
