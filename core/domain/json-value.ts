/** A number whose digits a double would change (820982911946154508, 1.50): kept as it was written. */
export interface ExactNumber {
  readonly rawJSON: string;
}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
export type JsonRecord = { readonly [key: string]: JsonValue };

/** Features of V8 that TypeScript's library types do not declare yet. */
interface SourceAwareJson {
  rawJSON(source: string): ExactNumber;
  isRawJSON(value: unknown): boolean;
  parse(
    text: string,
    reviver: (key: string, value: JsonValue, context: { readonly source?: string }) => JsonValue,
  ): JsonValue;
}
const sourceAwareJson = JSON as unknown as SourceAwareJson;

/** Deeper bodies are read as text: everything after this may recurse. */
const depthMax = 64;
/** A number whose digits may not survive a double, or whose spelling would be lost; times and ids are mostly none. */
const unsafeNumber = /(?:\d\.?){16}|0\.0{6}|(?:\d[eE][+-]?\d+|\.\d*0|-0)(?=[\s,\]}]|$)/;

export const isExactNumber = (value: unknown): value is ExactNumber => sourceAwareJson.isRawJSON(value);

export const isList = (value: unknown): value is readonly JsonValue[] => Array.isArray(value);

export function isRecord(value: JsonValue | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !isList(value) && !isExactNumber(value);
}

/** Null where the text is not JSON, or nested deeper than 64. Numbers keep their spelling. */
export function parseJson(text: string): { readonly value: JsonValue } | null {
  try {
    const value = unsafeNumber.test(text)
      ? sourceAwareJson.parse(text, keepSpelling)
      : (JSON.parse(text) as JsonValue);
    return isDeeperThan(value, depthMax) ? null : { value };
  } catch {
    return null;
  }
}

function keepSpelling(_key: string, value: JsonValue, context: { readonly source?: string }): JsonValue {
  if (typeof value !== 'number' || context.source === undefined || String(value) === context.source)
    return value;
  return sourceAwareJson.rawJSON(context.source);
}

const none: readonly JsonValue[] = [];

function isDeeperThan(value: JsonValue, max: number): boolean {
  const members = isList(value) ? value : isRecord(value) ? Object.values(value) : none;
  return max === 0 ? members.length > 0 : members.some((member) => isDeeperThan(member, max - 1));
}

/** A scalar as it is written in the delivery; null for lists and objects. */
export function scalarText(value: JsonValue): string | null {
  if (typeof value === 'string') return value;
  if (isExactNumber(value)) return value.rawJSON;
  if (isList(value) || isRecord(value)) return null;
  return String(value);
}
