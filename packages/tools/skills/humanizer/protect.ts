/** Each span is one code point of the private use area while the rules work; no rule knows such a sign. */
const firstMark = 0xe000;
const lastMark = 0xf8ff;
const anyMark = /[\ue000-\uf8ff]/;

/** Never reworded: code, tags, addresses, quotations. Each alternative matches in linear time. */
const untouchable = [
  /`[^`\n]+`/u,
  /<[^<>\n]{1,300}>/u,
  /\b(?:https?:\/\/|www\.)[^\s<>"“”]+/u,
  /[\p{L}\p{N}._+-]{1,64}@[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}.-]{1,190}/u,
  /"[^"]{0,2000}"/u,
  /“[^“”]{0,2000}”/u,
  /«[^«»]{0,2000}»/u,
  /„[^„“”]{0,2000}[“”]/u,
  /(?<![\p{L}\p{N}])'(?=\S)(?:[^'\n]|'(?=\p{L})){1,400}'(?!\p{L})/u,
  /(?<![\p{L}\p{N}])‘(?:[^‘’\n]|’(?=\p{L})){1,400}’(?!\p{L})/u,
];
/** A model may change more than rules do, so it sees neither numbers nor names. */
const untouchableByModel = [
  ...untouchable,
  /[$€£]?\d(?:[\d.,:/-]*\d)?%?/u,
  /(?<=[\p{Ll},;] )\p{Lu}[\p{L}'’-]{1,40}(?: \p{Lu}[\p{L}'’-]{1,40}){0,4}/u,
];

const patternFor = {
  rules: any(untouchable),
  model: any(untouchableByModel),
};

export interface ProtectedText {
  /** The text with one mark instead of each span. */
  readonly marked: string;
  readonly spans: readonly string[];
}

/** Takes out what must stay as it is. Undefined where the text itself holds signs that serve as marks. */
export function protect(text: string, from: 'rules' | 'model' = 'rules'): ProtectedText | undefined {
  if (anyMark.test(text)) return undefined;
  const spans: string[] = [];
  const marked = text.replace(patternFor[from], (span) => {
    spans.push(span);
    return String.fromCodePoint(firstMark + spans.length - 1);
  });
  return spans.length > lastMark - firstMark ? undefined : { marked, spans };
}

export function restore(marked: string, spans: readonly string[]): string {
  return marked.replace(/[\ue000-\uf8ff]/g, (mark) => spans[(mark.codePointAt(0) ?? 0) - firstMark] ?? mark);
}

/** The spans of a text in one order, to compare two texts by. */
export function sortedSpans(text: string): string {
  return JSON.stringify((protect(text)?.spans ?? []).toSorted());
}

function any(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'gu');
}
