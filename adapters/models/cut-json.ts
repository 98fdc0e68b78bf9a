import { createJsonSizes } from './json-sizes.ts';
import { isExactNumber, isList, isRecord, type JsonRecord, type JsonValue } from '#domain/json-value.ts';

/** The size of the shortest form of a value, such as `"… 12,345 items"`. */
const leastBytes = 48;
/** So many whole items of a list tell what the others look like; where fewer fit, more are shown in part. */
const wholeItemsMin = 8;
/** The minimum for each item that is shown in part. */
const itemBytesMin = 1_000;
const nameBytesMax = 200;

/** JSON of at most `bytesMax` UTF-8 bytes that shows as much of a value as fits; null where not even its outline does. */
export function cutJson(
  value: JsonValue,
  bytesMax: number,
): { readonly text: string; readonly isWhole: boolean } | null {
  const { sizeOf, cut } = createCutter();
  if (sizeOf(value) <= bytesMax) return { text: JSON.stringify(value), isWhole: true };
  const text = JSON.stringify(cut(value, bytesMax));
  return Buffer.byteLength(text) <= bytesMax ? { text, isWhole: false } : null;
}

function createCutter() {
  const sizeOf = createJsonSizes();
  const leastOf = (value: JsonValue): number => Math.min(sizeOf(value), leastBytes);

  function cut(value: JsonValue, bytes: number): JsonValue {
    if (sizeOf(value) <= bytes) return value;
    if (typeof value === 'string') return cutString(value, bytes);
    if (isList(value)) return cutList(value, bytes);
    if (isRecord(value)) return cutRecord(value, bytes);
    return isExactNumber(value) ? `… number of ${value.rawJSON.length} characters` : value;
  }

  function cutList(list: readonly JsonValue[], bytes: number): JsonValue {
    const room = bytes - 2 - leastBytes;
    const whole = countFitting(list, room, (item) => sizeOf(item) + 1);
    if (whole >= wholeItemsMin) return withRest(list.slice(0, whole), list.length);
    const count = countFitting(list, room, (item) => Math.min(sizeOf(item), itemBytesMin) + 1);
    const shown = list.slice(0, Math.max(count, Number(room >= leastBytes)));
    const shares = shareOut(shown.map(sizeOf), room - shown.length);
    return withRest(
      shown.map((item, index) => cut(item, shares[index] ?? 0)),
      list.length,
    );
  }

  function cutRecord(record: JsonRecord, bytes: number): JsonValue {
    const entries = Object.entries(record).map(
      ([name, member]) => [cutString(name, nameBytesMax), member] as const,
    );
    const room = bytes - 2 - leastBytes;
    const nameBytes = (name: string) => sizeOf(name) + 2;
    const count = countFitting(entries, room, ([name, member]) => nameBytes(name) + leastOf(member));
    if (count === 0) return `… ${entries.length} members`;
    const shown = entries.slice(0, count);
    const names = shown.reduce((sum, [name]) => sum + nameBytes(name), 0);
    const shares = shareOut(
      shown.map(([, member]) => sizeOf(member)),
      room - names,
    );
    const members = shown.map(([name, member], index) => [name, cut(member, shares[index] ?? 0)] as const);
    const rest = entries.length - count;
    return Object.fromEntries<JsonValue>(rest > 0 ? [...members, ['…', `${rest} more members`]] : members);
  }

  return { sizeOf, cut };
}

const withRest = (shown: readonly JsonValue[], total: number): JsonValue =>
  shown.length < total ? [...shown, `… ${total - shown.length} more items`] : shown;

/** How many of the first fit in `room` together. */
function countFitting<T>(list: readonly T[], room: number, bytesOf: (one: T) => number): number {
  let left = room;
  const end = list.findIndex((one) => (left -= bytesOf(one)) < 0);
  return end === -1 ? list.length : end;
}

/** Divides `room` so that what needs less than an equal share is given what it needs, and the others the same each. */
function shareOut(needs: readonly number[], room: number): readonly number[] {
  let left = room;
  let share = Infinity;
  for (const [index, need] of needs.toSorted((a, b) => a - b).entries()) {
    share = Math.floor(left / (needs.length - index));
    if (need > share) break;
    left -= need;
    share = Infinity;
  }
  return needs.map((need) => Math.min(need, share));
}

/** The beginning of a text that takes at most `bytes` as JSON with the number of characters that are left out. */
function cutString(text: string, bytes: number): string {
  // No character takes more than six bytes.
  if (text.length * 6 + 2 <= bytes) return text;
  let left = bytes - leastBytes;
  let end = 0;
  for (const character of text) {
    left -= Buffer.byteLength(JSON.stringify(character)) - 2;
    if (left < 0) break;
    end += character.length;
  }
  return end === text.length ? text : `${text.slice(0, end)}… (+${text.length - end} chars)`;
}
