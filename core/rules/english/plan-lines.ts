import type { Sentence } from '../language/split-sentences.ts';
import type { Token } from '../language/token.ts';
import { match } from './plan-phrase.ts';

const ofRequest = /^(?:(?:json )?(?:body |payload )?(?:: )?<json>|header \S+ [:=] (?:bearer )?\S+) $/;
const isOpen = /(?:^| )(?:with|body|json|payload) $/;

/** A request may continue on the next line: "Body: {…}", or the JSON itself after "with:". */
export function joinRequests(sentences: readonly Sentence[]): readonly Sentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const previous = joined.at(-1);
    const isOfRequest = previous?.tokens.some(({ kind }) => kind === 'url') === true;
    const isPart = isOfRequest && sentence.startsLine && match(sentence.tokens, ofRequest) !== null;
    if (previous === undefined || !isPart) joined.push(sentence);
    else joined[joined.length - 1] = join(previous, sentence);
  }
  return joined;
}

function join(previous: Sentence, next: Sentence): Sentence {
  const before = previous.tokens.at(-1)?.lower === ':' ? previous.tokens.slice(0, -1) : previous.tokens;
  const start = next.tokens[0]?.start ?? 0;
  const link: Token = { kind: 'word', text: 'with', lower: 'with', start, end: start };
  return {
    ...previous,
    tokens: [...before, ...(match(before, isOpen) !== null ? [] : [link]), ...next.tokens],
    text: `${previous.text}\n${next.text}`,
  };
}
