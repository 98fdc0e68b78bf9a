import { isList, isRecord, type JsonRecord, type JsonValue } from '#domain/json-value.ts';

/** Takes a byte for each character: ASCII that JSON writes as it is. */
const plain = /^[\x20!#-[\]-~]*$/;

/** Measures values in UTF-8 bytes as JSON without blanks, each list and object once. */
export function createJsonSizes(): (value: JsonValue) => number {
  const known = new Map<JsonValue, number>();

  function sizeOf(value: JsonValue): number {
    if (typeof value === 'string' && plain.test(value)) return value.length + 2;
    if (!isList(value) && !isRecord(value)) return Buffer.byteLength(JSON.stringify(value));
    const size = known.get(value) ?? measure(value);
    known.set(value, size);
    return size;
  }

  function measure(value: readonly JsonValue[] | JsonRecord): number {
    const parts = isList(value)
      ? value.map(sizeOf)
      : Object.entries(value).map(([name, member]) => sizeOf(name) + 1 + sizeOf(member));
    const commas = Math.max(parts.length - 1, 0);
    return parts.reduce((sum, part) => sum + part, 2 + commas);
  }

  return sizeOf;
}
