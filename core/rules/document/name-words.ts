/** Names that say their words themselves, as most do. */
const plainName = /^[a-z\d]+(?:[ _][a-z\d]+)*$/;

/** The words of a member's or an event's name in lower case: `orderStatus`, `order_status`, `Order-Status` → `order status`. */
export const nameWords = (name: string): string =>
  plainName.test(name)
    ? name.replaceAll('_', ' ')
    : name
        .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
        .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();

/** A noun without its plural: `items` → `item`, `entries` → `entry`; `status` stays. */
export function singular(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z|us)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** What is the same in every spelling of a name: `lineItems`, `line_item`, `lineitem` → `lineitem`. */
export const nameKey = (name: string): string => keyOfWords(nameWords(name));

/** The same of a name whose words are known. */
export const keyOfWords = (words: string): string => words.split(' ').map(singular).join('');
