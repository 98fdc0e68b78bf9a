import { rewrite, type Rewritten } from './rewrite.ts';

const pairs: Readonly<Record<string, string>> = {
  'do not': "don't",
  'does not': "doesn't",
  'did not': "didn't",
  'is not': "isn't",
  'are not': "aren't",
  'was not': "wasn't",
  'were not': "weren't",
  'has not': "hasn't",
  'have not': "haven't",
  'had not': "hadn't",
  'will not': "won't",
  'would not': "wouldn't",
  'could not': "couldn't",
  'should not': "shouldn't",
  cannot: "can't",
  'it is': "it's",
  'we are': "we're",
  'you are': "you're",
  'they are': "they're",
  'i am': "I'm",
  'we will': "we'll",
  'you will': "you'll",
  'they will': "they'll",
};

/**
 * Only before another word: “yes, it is.” must stay. Not before `only` and its kin, whose stress the contraction
 * would take, and not behind `as`, `than`, `what` and the like, where the verb stands in for more.
 */
const pattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}_'’-])(?<!\b(?:as|than|what|where|who|how|whether|if|and|or)\s)(?<words>${Object.keys(
    pairs,
  )
    .map((words) => words.replace(' ', ' +'))
    .join('|')})(?= \p{L})(?! (?:only|just|merely|simply|not|because|to|so|and|or|but)\b)`,
  'giu',
);

export function contract(text: string): Rewritten {
  return rewrite(text, pattern, ({ groups }) => {
    const words = groups?.['words'] ?? '';
    const [first = '', ...rest] = words;
    const isShouted = /\p{Lu}/u.test(rest.join(''));
    const short = pairs[words.toLowerCase().replaceAll(/ +/g, ' ')];
    if (isShouted || short === undefined) return undefined;
    return first === first.toLowerCase() ? short : short.slice(0, 1).toUpperCase() + short.slice(1);
  });
}
