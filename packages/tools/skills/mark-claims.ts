const claim =
  /(?<url>\b(?:https?:\/\/|www\.)[^\s<>"“”)\]]*[^\s<>"“”)\].,;:!?])|(?<quote>"[^"\n]{2,500}"|“[^”\n]{2,500}”)|(?<![\p{L}\p{N}])(?<number>[$€£]?\d(?:[\d.,:]*\d)?%?)(?![\p{L}\p{N}])/gu;
const listNumber = /(?:^|\n)[ \t]*$/;

/** Puts “[check this]” behind each number, address and quotation that the topic does not hold: a model may invent them. */
export function markClaims(text: string, topic: string): string {
  const given = topic.toLowerCase();
  return text.replace(claim, (found: string, ...rest: unknown[]) => {
    const offset = rest.find((part) => typeof part === 'number') ?? 0;
    const before = text.slice(Math.max(0, offset - 12), offset);
    const after = text.slice(offset + found.length, offset + found.length + 13);
    const isListNumber = listNumber.test(before) && /^[.)]\s/.test(after);
    const stripped = found.replace(/^["“]|["”]$/g, '').toLowerCase();
    const isKnown = isListNumber || after.startsWith(' [check this]') || holds(given, stripped);
    return isKnown ? found : `${found} [check this]`;
  });
}

/** `5` is not contained in `2025`. */
function holds(given: string, part: string): boolean {
  for (let at = given.indexOf(part); at !== -1; at = given.indexOf(part, at + 1)) {
    const around = `${given[at - 1] ?? ' '}${given[at + part.length] ?? ' '}`;
    if (!/^\d|\d$/.test(part) || !/\d/.test(around)) return true;
  }
  return false;
}
