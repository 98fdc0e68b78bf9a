import type { Sentence } from '../language/split-sentences.ts';
import type { Token } from '../language/token.ts';

const parts = /^(?:body|json|payload|data|headers?|query|parameters|params)$/;
const openEnds =
  /^(?:with|using|json|body|payload|data|this|following|headers?|containing|query|parameters)$/;

/**
 * A request may continue on the next line: "Body: {…}", "Headers: …", or the JSON itself after "with:". Such lines are
 * joined to the request that they belong to.
 */
export function joinRequests(sentences: readonly Sentence[]): readonly Sentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const previous = joined.at(-1);
    const isPart =
      previous !== undefined && previous.tokens.some(({ kind }) => kind === 'url') && isRequestPart(sentence);
    if (isPart) joined[joined.length - 1] = join(previous, sentence);
    else joined.push(sentence);
  }
  return joined;
}

function isRequestPart({ tokens, startsLine }: Sentence): boolean {
  const [first, second] = tokens;
  if (!startsLine || first === undefined) return false;
  if (first.kind === 'json' || (first.kind === 'text' && tokens.length === 1)) return true;
  return parts.test(first.lower) && (second?.lower === ':' || second?.kind === 'json');
}

function join(previous: Sentence, next: Sentence): Sentence {
  const last = previous.tokens.at(-1);
  const before = last?.lower === ':' ? previous.tokens.slice(0, -1) : previous.tokens;
  const isOpen = openEnds.test(before.at(-1)?.lower ?? '');
  const place = next.tokens[0]?.start ?? 0;
  const link: Token = { kind: 'word', text: 'with', lower: 'with', start: place, end: place };
  return {
    ...previous,
    tokens: [...before, ...(isOpen ? [] : [link]), ...next.tokens],
    text: `${previous.text}\n${next.text}`,
  };
}
