import { articles } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import type { NamedField, Owner } from './program.ts';

/**
 * Gives the names of a list the owner that was said of a name beside them: "the customer's email and name" and "the email
 * and name of the customer". A name with an article of its own may be of something else.
 */
export function shareOwners(
  fields: readonly NamedField[],
  parts: readonly (readonly Token[])[],
): readonly NamedField[] {
  const before = ownersBefore(parts);
  const behind = ownersBehind(parts);
  return fields.map((field, index) => {
    const owner = before[index] ?? behind[index] ?? null;
    return { ...field, value: { ...field.value, owner } };
  });
}

/** The "customer" of "the customer's email", for the names after it. */
function ownersBefore(parts: readonly (readonly Token[])[]): readonly (Owner | null)[] {
  let words: string | null = null;
  let [isSaid, isCertain] = [false, true];
  return parts.map((part) => {
    const own = possessiveOf(part);
    if (own !== null) {
      [words, isSaid, isCertain] = [own, true, true];
      return null;
    }
    if (!isName(part)) return null;
    const thing = part.filter(({ lower }) => !articles.has(lower)).slice(0, -1);
    // "The payment id, amount": the amount of the payment, or another.
    if (!isSaid && thing.length > 0) {
      [words, isCertain] = [textOf(thing), false];
      return null;
    }
    if (words === null) return null;
    isCertain &&= !articles.has(lowerAt(part, 0));
    return { words, isCertain };
  });
}

/** The "customer" of "email and name of the customer", for the names before it. */
function ownersBehind(parts: readonly (readonly Token[])[]): readonly (Owner | null)[] {
  let owner: Owner | null = null;
  return parts
    .toReversed()
    .map((part): Owner | null => {
      const of = part.findIndex(({ lower }) => lower === 'of');
      if (of > 0 && !/^(?:number|count|sum|length|value)$/.test(lowerAt(part, of - 1))) {
        owner = { words: textOf(part.slice(of + 1)), isCertain: !articles.has(lowerAt(part, 0)) };
        return null;
      }
      if (possessiveOf(part) !== null) owner = null;
      return isName(part) && part.filter(({ lower }) => !articles.has(lower)).length === 1 ? owner : null;
    })
    .toReversed();
}

function possessiveOf(part: readonly Token[]): string | null {
  const index = part.findLastIndex(({ lower }) => /['’]s$/.test(lower));
  return index === -1 || index === part.length - 1 ? null : textOf(part.slice(0, index + 1));
}

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ lower }) => !articles.has(lower) && lower !== 'as')
    .map(({ text }) => text.replace(/['’]s$/, ''))
    .join(' ');

/** Words, and neither a path, a placeholder, a quotation nor a count. */
const isName = (part: readonly Token[]): boolean =>
  part.every(({ kind, text }) => kind === 'word' && !/[.[\]/_]/.test(text)) &&
  !part.some(({ lower }) => lower === 'of' || lower === 'header');
