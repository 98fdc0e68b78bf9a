import { bodyText } from '../domain/body-text.ts';
import { isList, isRecord, type JsonValue, parseJson } from '../domain/json-value.ts';
import { cutAt } from '../domain/cut-text.ts';

/** Limit on the part of a body shown in the prompt. */
export const shownCharsMax = 16_384;

interface CutBody {
  readonly text: string;
  /** For the facts line before the body: whether it is truncated, and how to read the rest. */
  readonly facts: Readonly<Record<string, string | number>>;
}

const more = 'read_delivery';

/** Shows up to 16 KB unchanged; truncates longer bodies, JSON by structure so that it stays valid. */
export function cutBody(body: Uint8Array, contentType: string | null): CutBody {
  const text = bodyText(body, contentType);
  if (text === null) return { text: '', facts: { body: 'binary, not shown' } };
  if (text.length <= shownCharsMax) return { text, facts: {} };
  const json = cutJson(text);
  if (json !== null) return { text: json, facts: { shown: 'shortened JSON', totalChars: text.length, more } };
  const end = cutAt(text, shownCharsMax);
  return { text: text.slice(0, end), facts: { shownChars: end, totalChars: text.length, more } };
}

interface Cut {
  readonly items: number;
  readonly chars: number;
  readonly members: number;
  readonly depth: number;
}

/** Each round keeps less, until the body fits. */
const rounds: readonly Cut[] = [
  { items: 5, chars: 500, members: 200, depth: 12 },
  { items: 3, chars: 120, members: 60, depth: 6 },
  { items: 1, chars: 40, members: 25, depth: 4 },
  { items: 1, chars: 20, members: 12, depth: 2 },
];

function cutJson(text: string): string | null {
  const parsed = parseJson(text);
  if (parsed === null) return null;
  for (const round of rounds) {
    const shown = JSON.stringify(cutValue(parsed.value, round, 0), null, 1);
    if (shown.length <= shownCharsMax) return shown;
  }
  return null;
}

function cutValue(value: JsonValue, cut: Cut, depth: number): JsonValue {
  if (typeof value === 'string') return cutString(value, cut.chars);
  if (isList(value)) {
    if (depth >= cut.depth) return `… ${value.length} items`;
    const shown = value.slice(0, cut.items).map((item) => cutValue(item, cut, depth + 1));
    return value.length > cut.items ? [...shown, `… ${value.length - cut.items} more items`] : shown;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  if (depth >= cut.depth) return `… ${entries.length} members`;
  const shown = entries
    .slice(0, cut.members)
    .map(([name, member]): [string, JsonValue] => [cutString(name, 200), cutValue(member, cut, depth + 1)]);
  const rest = entries.length - shown.length;
  return Object.fromEntries(rest > 0 ? [...shown, ['…', `${rest} more members`]] : shown);
}

function cutString(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = cutAt(text, max);
  return `${text.slice(0, end)}… (+${text.length - end} chars)`;
}
