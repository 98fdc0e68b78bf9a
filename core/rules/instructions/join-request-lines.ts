import type { Sentence } from '../language/split-sentences.ts';
import type { Token } from '../language/token.ts';
import { isPhrase, oneOf, phrase, slot } from './phrase.ts';

const part = phrase(
  `(?:«json» .*|«text» |(?:${oneOf('body json payload data header headers query parameters params')}(?:: |«json» ).*))`,
);
const openEnd = phrase(
  slot('rest'),
  `(?:${oneOf('with using json body payload data this following header headers containing query parameters')})`,
);

/**
 * A request may continue on the next line: "Body: {…}", "Headers: …", or the JSON itself after "with:". Such lines are
 * joined to the request that they belong to.
 */
export function joinRequests(sentences: readonly Sentence[]): readonly Sentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const previous = joined.at(-1);
    const isOfRequest = previous?.tokens.some(({ kind }) => kind === 'url') === true;
    const isPart = isOfRequest && sentence.startsLine && isPhrase(sentence.tokens, part);
    if (previous !== undefined && isPart) joined[joined.length - 1] = join(previous, sentence);
    else joined.push(sentence);
  }
  return joined;
}

function join(previous: Sentence, next: Sentence): Sentence {
  const last = previous.tokens.at(-1);
  const before = last?.lower === ':' ? previous.tokens.slice(0, -1) : previous.tokens;
  const place = next.tokens[0]?.start ?? 0;
  const link: Token = { kind: 'word', text: 'with', lower: 'with', start: place, end: place };
  return {
    ...previous,
    tokens: [...before, ...(isPhrase(before, openEnd) ? [] : [link]), ...next.tokens],
    text: `${previous.text}\n${next.text}`,
  };
}
