import { nameWords } from '../document/name-words.ts';
import type { Op, Test } from './condition-tree.ts';

/** In one spelling. */
export const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase();

const matchers: Readonly<
  Record<Extract<Op, 'contains' | 'starts' | 'ends'>, (text: string, part: string) => number>
> = {
  contains: (text, part) => text.indexOf(part),
  starts: (text, part) => (text.startsWith(part) ? 0 : -1),
  ends: (text, part) => (text.endsWith(part) ? text.length - part.length : -1),
};

/** Does a text contain a part, or begin or end with it? null where it may stand there by chance. */
export function matchText(test: Test, actual: string, wanted: string, path: string): boolean | null {
  const part = fold(wanted);
  const text = part.startsWith('refs/') ? fold(actual) : fold(actual).replace(/^refs\/(?:heads|tags)\//, '');
  if (test.op === 'contains' && /(?:tags|labels|keywords|categories)$/i.test(path) && !/\s/.test(part))
    return (
      text.split(/[,;]\s*|\s+/).includes(part) ||
      (` ${nameWords(text)} `.includes(` ${part} `) ? null : false)
    );
  const op = test.op as keyof typeof matchers;
  // The address of "Lee <lee@acme.com>" ends before the bracket.
  const said = op === 'ends' && part.includes('@') ? text.replace(/>$/, '') : text;
  const at = matchers[op](said, part);
  // Nobody writes "refs/heads/", but who does means it.
  if (at === -1) return matchers[op](fold(actual), part) === -1 ? false : null;
  const isInside =
    (/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && /^[\p{L}\p{N}]/u.test(part)) ||
    (/\d/.test(text.charAt(at + part.length)) && /\d$/.test(part));
  const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(part);
  // "test" stands in "latest", "acme.com" in "notacme.com", A-1 in A-12, v3 in v30: who writes no quotation marks may mean neither.
  const isDoubtful =
    isInside &&
    isSpaced &&
    test.isBare === true &&
    (op === 'contains' || part.includes('.') || /^v\d+$/.test(part));
  return isDoubtful ? null : true;
}
