import { slipsBetween } from '#domain/slips.ts';
import type { DeliveryDocument } from './delivery-document.ts';
import { fieldPaths } from './field-paths.ts';
import { nameKey, nameWords, singular } from './name-words.ts';

const namesMax = 3;
/** Words such as "of" and "id" are in names of everything. */
const sharedCharsMin = 3;

/** Fields of a delivery whose names are near to words that name none: a slip of the pen first, then those that share a word. */
export function nearNames(document: DeliveryDocument, words: string): readonly string[] {
  const wanted = nameWords(words).split(' ').map(singular);
  const key = nameKey(words);
  const misspelt: string[] = [];
  const related: string[] = [];
  for (const { path, names } of fieldPaths(document)) {
    const name = names.at(-1) ?? '';
    if (key.length > sharedCharsMin && slipsBetween(key, nameKey(name)) !== null) misspelt.push(path);
    else if (
      related.length < namesMax &&
      (wanted.includes(initialsOf(name)) || name.split(' ').some((word) => wanted.some(isRelatedTo(word))))
    )
      related.push(path);
    if (misspelt.length >= namesMax) break;
  }
  return [...misspelt, ...related].slice(0, namesMax);
}

/** "PR" is a pull request. */
const initialsOf = (name: string): string =>
  name.includes(' ')
    ? name
        .split(' ')
        .map((word) => word.charAt(0))
        .join('')
    : '';

const isRelatedTo = (word: string) => (other: string) => areRelated(singular(word), other);

/** Do two words share a stem: `assigned` and `assignee`, `refund` and `refunded`, `state` and `status`? */
function areRelated(one: string, other: string): boolean {
  const [left, right] = [irregular.get(one) ?? one, irregular.get(other) ?? other];
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  if (short.length < sharedCharsMin) return false;
  if (long.startsWith(short)) return true;
  let shared = 0;
  while (shared < short.length && short[shared] === long[shared]) shared += 1;
  return shared > sharedCharsMin && shared >= long.length * 0.6;
}

const irregular: ReadonlyMap<string, string> = new Map([
  ['paid', 'pay'],
  ['unpaid', 'pay'],
  ['sent', 'send'],
  ['won', 'win'],
  ['lost', 'lose'],
  ['sold', 'sell'],
]);
