const lengthMax = 120;

/** A title from the topic: one line, no stop at the end, a capital in front. */
export function titleOf(topic: string): string {
  const line = topic.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const bare = line.replace(/[.,;:]+$/, '').trim() || line;
  const [first = '', ...rest] = bare;
  const isWord = /^\p{Ll}+(?![\p{Lu}\p{N}])/u.test(bare);
  return [isWord ? first.toLocaleUpperCase('en') : first, ...rest].slice(0, lengthMax).join('');
}
