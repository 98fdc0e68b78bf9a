import type { Random } from '../../random.ts';

const opening = 'lorem ipsum dolor sit amet consectetur adipiscing elit'.split(' ');
const vocabulary = (
  'ad aliqua aliquip amet anim aute cillum commodo consectetur consequat culpa cupidatat deserunt do dolor dolore ' +
  'duis ea eiusmod elit enim esse est et eu ex excepteur exercitation fugiat id in incididunt ipsum irure labore ' +
  'laboris laborum lorem magna minim mollit nisi non nostrud nulla occaecat officia pariatur proident qui quis ' +
  'reprehenderit sed sint sit sunt tempor ullamco ut velit veniam voluptate'
).split(' ');

export function loremWords(count: number, startWithLorem: boolean, random: Random): readonly string[] {
  const words = startWithLorem ? opening.slice(0, count) : [];
  const drawn = Array.from(
    { length: count - words.length },
    () => vocabulary[random.below(vocabulary.length)] ?? '',
  );
  return [...words, ...drawn];
}

function sentence(words: readonly string[]): string {
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Sentences of 6 to 15 words; a short remainder is added to the last one. */
export function loremSentence(words: readonly string[], random: Random): string {
  const sentences: string[] = [];
  let start = 0;
  while (start < words.length) {
    const wanted = 6 + random.below(10);
    const length = words.length - start - wanted < 3 ? words.length - start : wanted;
    sentences.push(sentence(words.slice(start, start + length)));
    start += length;
  }
  return sentences.join(' ');
}

export function loremParagraphs(count: number, startWithLorem: boolean, random: Random): string {
  return Array.from({ length: count }, (_, index) => {
    const words = loremWords(40 + random.below(40), startWithLorem && index === 0, random);
    return loremSentence(words, random);
  }).join('\n\n');
}
