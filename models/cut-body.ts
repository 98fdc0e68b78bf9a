import { bodyText } from '../domain/body-text.ts';
import { isList, isRecord, type JsonValue, parseJson } from '../domain/json-value.ts';
import { cutAt } from '../domain/cut-text.ts';

/** How much of a body the prompt shows. */
export const shownCharsMax = 16_384;

interface CutBody {
  readonly text: string;
  /** For the line of facts before it: whether something is missing, and how to read it. */
  readonly facts: Readonly<Record<string, string | number>>;
}

const more = 'read_delivery';

/** A body of at most 16 KB as it is; a longer one cut, JSON by its structure so that it stays valid JSON. */
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

/** Each round keeps less, until it fits. */
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
