const lengthMax = 120;

/** A title from the topic: one line, no full stop at the end, a capital first. */
export function titleOf(topic: string): string {
  const line = topic.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  const title = line.replace(/[.,;:]+$/, '').trim() || line;
  const [first = '', ...rest] = title;
  const isWord = /^\p{Ll}+(?![\p{Lu}\p{N}])/u.test(title);
  return [isWord ? first.toLocaleUpperCase('en') : first, ...rest].slice(0, lengthMax).join('');
}
