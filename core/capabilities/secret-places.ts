import { parseJson } from '#domain/json-value.ts';
import { secretPlaceholder, secretPlacesIn } from '#domain/named-secret.ts';
import type { HttpRequestCall } from './http-call.ts';

/**
 * The places of `{{secret.name}}` in a request. A model may have been told by a sender to write it somewhere, so that it
 * counts only where the owner's instructions have it: in the same URL up to there, in the header or the member of the same
 * name.
 */
export interface SecretPlace {
  readonly name: string;
  /** Null: of the URL. Empty: of a body without names. */
  readonly label: string | null;
  /** The text before it: in the URL, or in the value of the label. */
  readonly before: string;
}

/** More than egress fills in: such a request is refused there. */
const placesMax = 20;
/** Before a secret in a value: a scheme, a user name. */
const beforeCharsMax = 200;

/** The places of a request that a secret would be filled into. */
export function secretPlacesOf({
  url,
  headers = {},
  body,
}: Pick<HttpRequestCall, 'url' | 'headers' | 'body'>): readonly SecretPlace[] {
  return [
    ...secretPlacesIn(url).map((place) => ({ ...place, label: null })),
    ...Object.entries(headers).flatMap(([label, value]) => placesOf(label, value)),
    ...(body === undefined ? [] : placesInBody(body)),
  ].slice(0, placesMax);
}

const placesOf = (label: string, text: string): readonly SecretPlace[] =>
  secretPlacesIn(text).map((place) => ({ ...place, label }));

function placesInBody(body: string): readonly SecretPlace[] {
  const json = parseJson(body);
  if (json !== null && typeof json.value !== 'string') return placesInJson(json.value, '');
  // The places in a form; any other text has no names for them.
  return secretPlacesIn(body).map(({ name, before }) => {
    const pair = before.slice(before.lastIndexOf('&') + 1);
    const [, label = '', value = ''] = /^([^=\s]+)=([^=\s]*)$/.exec(pair) ?? [];
    return { name, label, before: value };
  });
}

function placesInJson(value: unknown, label: string): readonly SecretPlace[] {
  if (typeof value === 'string') return placesOf(label, value);
  if (Array.isArray(value)) return value.flatMap((item) => placesInJson(item, label));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    // No instruction names a member after a secret.
    ...placesOf('', name),
    ...placesInJson(member, name),
  ]);
}

/** The first secret that the owner's texts do not have in its place; null where all are as they wrote it. */
export function misplacedSecret(places: readonly SecretPlace[], texts: readonly string[]): string | null {
  const written = texts.flatMap(secretPlacesIn);
  const misplaced = places.find(
    (place) => !written.some(({ name, before }) => name === place.name && isSamePlace(place, before)),
  );
  return misplaced?.name ?? null;
}

export const misplacedMessage = (name: string): string =>
  `Nothing was sent: the instructions do not have ${secretPlaceholder(name)} in that place of a request.`;

function isSamePlace({ label, before }: SecretPlace, written: string): boolean {
  if (label === null) return addressPattern(written)?.test(before) ?? false;
  if (label === '' || before.length > beforeCharsMax) return false;
  const joint = String.raw`["'\`*”]*\s*(?:[:=]|\bset to\b|\bto\b|\bof\b|\bas\b|\bis\b|\bwith (?:the )?value\b)?\s*["'\`*“]*`;
  return new RegExp(`(?<![\\w-])${escaped(label)}${joint}${loosely(before)}$`, 'i').test(written);
}

/** The URL that the owner wrote, up to the secret; what a delivery fills in there is one segment or value. */
function addressPattern(written: string): RegExp | null {
  const [address] = /https?:\/\/\S*$/i.exec(written) ?? [];
  if (address === undefined) return null;
  const parts = address.split(/\{\{(?!\s*secret\.)[^{}]*\}\}|\{\w+\}|(?<=\/):\w+/);
  return new RegExp(`^${parts.map(escaped).join('[^/?#&]*')}$`);
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Blanks may differ. */
const loosely = (text: string): string =>
  text
    .split(/\s+/)
    .map(escaped)
    .join(String.raw`\s*`);
