import { type Condition, every, type Field, not, some } from './condition-tree.ts';
import { isParticiple } from './participle.ts';
import type { Parts, Phrase } from './phrase.ts';
import { isStateWord } from './status-vocabulary.ts';
import { denied, fieldOf, presence, test } from './phrase-readers.ts';

const is = '(?:is |are |was |were |has been |have been )';

/** How people say that something is there, or is not. */
export const presencePhrases: readonly Phrase[] = [
  {
    pattern: /^(?:there (?:is|are|was)|has|have|having|with) (?!no )(?:an? |any |the )?(?<field>.+)$/d,
    read: (parts) => parts.condition('field') ?? presence(withoutValue(parts)),
  },
  {
    pattern:
      /^(?:there (?:is|are|was) no|without|no|(?:has|have) no|(?:does|do) not have) (?:an? |any )?(?<field>.+)$/d,
    read: (parts) => denied(true, presence(parts.field('field'))),
  },
  {
    isFirst: true,
    pattern: new RegExp(
      `^(?<of>.+?) ${is}(?:filled in|filled out|given|provided|specified|entered|supplied|present|set)$`,
      'd',
    ),
    read: (parts) => presence(parts.field('of')),
  },
  {
    isFirst: true,
    pattern: new RegExp(
      `^(?:both )?(?<one>[a-z]+(?: [a-z]+){0,2}) (?<joint>and|or) (?<two>[a-z]+(?: [a-z]+){0,2}) ${is}(?<said>filled in|given|provided|specified|entered|present|set|missing|empty)$`,
      'd',
    ),
    read: bothGiven,
  },
  {
    pattern:
      /^(?<of>[a-z]+(?: [a-z]+)?) (?:has|have) (?<no>no )?(?:an? |any |the )?(?<field>(?!been |to |got )[a-z]+(?: [a-z]+)?)$/d,
    read: ownsOne,
  },
];

/** "Phone and email are given", "name or company is missing"; null where the first is a condition of its own. */
function bothGiven(parts: Parts): Condition | null {
  if (parts.condition('one') !== null) return null;
  const said = parts.text('said');
  const tests = ['one', 'two'].map((name) => {
    const field = parts.field(name);
    if (said === 'empty') return test(field, 'empty', { values: [], isBare: false, unit: undefined });
    const given = presence(field);
    return given === null ? null : said === 'missing' ? not(given) : given;
  });
  const known = tests.filter((each) => each !== null);
  if (known.length < tests.length) return null;
  return parts.text('joint') === 'or' ? some(known) : every(known);
}

/** "The issue has no assignee", "the card has a due date": said of a member of the thing. */
function ownsOne(parts: Parts): Condition | null {
  const owner = parts.field('of');
  const name = parts.text('field');
  // "High priority" is a value and its name.
  if (/ /.test(name) && isStateWord(name.replace(/ .*$/, ''))) return null;
  if (owner?.kind !== 'field' || parts.field('field') === null || isParticiple(name)) return null;
  return denied(parts.text('no') !== '', presence(fieldOf(`${owner.words} ${name}`)));
}

/** A name alone: "sku A-1" is a name and its value. */
function withoutValue(parts: Parts): Field | null {
  return /["\d]/.test(parts.text('field')) ? null : parts.field('field');
}
