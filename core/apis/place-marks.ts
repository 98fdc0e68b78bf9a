import type { OperationRequest } from '#contracts/plan.ts';
import { placesIn } from '#rules/plan.ts';

export type Json = OperationRequest['arguments'][string];

/** Words for `{{ }}`: of letters and digits, which every encoding leaves as they are; `taken` has none of them. */
export function createMarks(taken: string) {
  let word = 'place';
  while (taken.includes(word)) word += 'x';
  const places: string[] = [];
  const unknown = { anything: [] as string[], texts: [] as string[] };

  /** With a word in the place of each `{{ }}`. Null: one has no end. */
  function markText(text: string, pointer = ''): string | null {
    let [marked, from] = ['', 0];
    for (const [open, end] of placesIn(text)) {
      if (end === null) return null;
      const index = places.push(text.slice(open, end + 2)) - 1;
      marked += `${text.slice(from, open)}${word}${index}${word}`;
      from = end + 2;
    }
    // A text that is one of them and nothing else keeps the type of its value.
    if (from > 0) unknown[places.at(-1) === text ? 'anything' : 'texts'].push(pointer);
    return marked + text.slice(from);
  }

  const words = new RegExp(`${word}(\\d+)${word}`, 'g');
  const restore = (text: string): string =>
    text.replace(words, (_, index: string) => places[Number(index)] ?? '');
  return { markText, restore, unknown };
}

/** JSON with its texts replaced, each known by its pointer. */
export function mapTexts(
  value: Json,
  replace: (text: string, pointer: string) => string,
  pointer = '',
): Json {
  if (typeof value === 'string') return replace(value, pointer);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, replace, `${pointer}/${index}`));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapTexts(member, replace, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  );
}
