import { isList, isRecord, type JsonRecord, type JsonValue, scalarText } from '#domain/json-value.ts';
import { areRelated } from '../document/near-names.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { wordSet } from '../language/common-words.ts';
import { quote } from '../language/quote.ts';
import {
  isNearStatus,
  isOppositeStatus,
  isOtherStatus,
  isSameStatus,
  isStatusName,
  resultWords,
  type StatusFamily,
  statusFamilies,
  statusKey,
  statusWords,
} from './status-vocabulary.ts';

/** A member of the thing that a condition is about. */
export interface Member {
  readonly path: string;
  readonly words: string;
  readonly value: JsonValue;
}

/** What members say; a `switch` is a boolean of that very name, against which nothing else counts. */
interface Said {
  readonly kind: 'switch' | 'status';
  readonly value: boolean | null;
  readonly shown: string;
}

/** Its values; of an object its name, so that `status: {name}` is a status. */
export const membersOf = (record: JsonRecord, path: string): readonly Member[] =>
  Object.entries(record).map(([name, value]) => ({
    path: path === '' ? name : `${path}.${name}`,
    words: nameWords(name),
    value: isRecord(value) ? (value['name'] ?? value['value'] ?? value) : value,
  }));

/** What members say of a word such as `paid`, `urgent` or `test`; null where they say nothing of it. */
export function saidByMembers(members: readonly Member[], word: string): Said | null {
  const wanted = statusKey(word);
  const switches = members.flatMap((member) => readSwitch(member, wanted));
  if (switches.length > 0) return agreed('switch', switches);
  const times = members.flatMap((member) => readTime(member, wanted));
  const statuses = members.flatMap((member) => readStatus(member, wanted, members));
  const signs = [...times, ...statuses];
  return signs.length === 0 ? null : agreed('status', signs);
}

interface Sign {
  readonly value: boolean;
  readonly member: Member;
}

function agreed(kind: Said['kind'], signs: readonly Sign[]): Said {
  const [first] = signs;
  const isAgreed = signs.every(({ value }) => value === first?.value);
  const shown = signs.map(({ member: { path, value } }) => `${path} was ${quote(value)}`).join(', ');
  return { kind, value: isAgreed ? (first?.value ?? null) : null, shown };
}

/** The opposite of a word, as senders name a switch. */
const opposites: readonly (readonly [string, string])[] = [
  ['test', 'live'],
  ['test', 'livemode'],
  ['test', 'live mode'],
  ['offline', 'online'],
  ['inactive', 'active'],
  ['disabled', 'enabled'],
  ['public', 'private'],
  ['private', 'public'],
  ['closed', 'open'],
];
const others: Readonly<Record<string, readonly string[]>> = {
  live: ['live', 'livemode', 'live mode'],
  production: ['live', 'livemode', 'live mode'],
  test: ['test', 'test mode', 'testmode', 'sandbox'],
};

function readSwitch(member: Member, wanted: string): readonly Sign[] {
  // XML and forms write it as text.
  const value = member.value === 'true' || (member.value === 'false' ? false : member.value);
  if (typeof value !== 'boolean') return [];
  const name = statusKey(member.words).replace(/^(?:is|has|was|were) /, '');
  if ((others[wanted] ?? [wanted]).includes(name)) return [{ value, member }];
  if (wanted === `not ${name}` || wanted === `un${name}`) return [{ value: !value, member }];
  const isOpposite = opposites.some(([one, other]) => one === wanted && other === name);
  return isOpposite ? [{ value: !value, member }] : [];
}

/** `cancelled_at`: a time is when it happened, null is that it did not. Every thing has a time when it was made. */
function readTime(member: Member, wanted: string): readonly Sign[] {
  if (/^(?:created|updated|new|opened|received)$/.test(wanted)) return [];
  const name = statusKey(member.words);
  const isTime =
    name === `${wanted} at` ||
    name === `${wanted} on` ||
    name === `date ${wanted}` ||
    name === `${wanted} date`;
  if (!isTime || typeof member.value === 'boolean') return [];
  return [{ value: member.value !== null && member.value !== '' && member.value !== 0, member }];
}

/** A status that is the word, or certainly is another word of its kind. */
function readStatus(member: Member, wanted: string, members: readonly Member[]): readonly Sign[] {
  const { words, value } = member;
  const text = scalarText(value);
  const family = statusFamilies.find(({ names }) => names.has(words));
  const isStatus = family !== undefined || isStatusName(member.path);
  if (!isStatus || text === null || isPast.test(words) || /^(?:event|action|type|kind)$/.test(words))
    return [];
  if (value !== null && isSameStatus(text, wanted)) return [{ value: true, member }];
  if (family !== undefined) return readFamily(family, member, wanted);
  const isPlain = /^(?:status|state|stage|phase|conclusion|result|outcome)$/.test(words) && value !== null;
  // Whether it is over says nothing of how it ended.
  if (!isPlain || (resultWords.has(wanted) && unended.has(statusKey(text)))) return [];
  // That an alert fires says nothing of how urgent it is.
  const isRanked = statusFamilies.some(
    ({ names, words: known }) => names.has('priority') && known.has(wanted),
  );
  if (isRanked) return [];
  if (isOppositeStatus(text, wanted)) return [{ value: false, member }];
  const isOther =
    statusWords.has(statusKey(text)) &&
    isOtherStatus(text, wanted) &&
    !isSaidElsewhere(members, member, wanted);
  return isOther ? [{ value: false, member }] : [];
}

const unended = wordSet('active inactive enabled disabled complete completed open closed done');

/** Null is that nothing of it has happened yet: not fulfilled, unfulfilled. */
function readFamily({ words }: StatusFamily, member: Member, wanted: string): readonly Sign[] {
  if (!words.has(wanted)) return [];
  if (member.value === null) return [{ value: /^(?:un|not )/.test(wanted), member }];
  const key = statusKey(scalarText(member.value) ?? '');
  const isComparable =
    words.has(key) && !isHalf(key, wanted) && !isNearStatus(key, wanted) && isRank(key) === isRank(wanted);
  return isComparable ? [{ value: false, member }] : [];
}

/** P1 is of another scale than "high". */
const isRank = (word: string): boolean => /^p\d$/.test(word);

/** "Partially refunded" is neither refunded nor not. */
const isHalf = (text: string, wanted: string): boolean => text.startsWith('partial') && text.includes(wanted);

/** Names of what was so before. */
const isPast = /^(?:previous|prior|former|old|from|before)\b/;

/** What is empty, or was so before, says nothing. */
const isBlank = ({ words, value }: Member): boolean =>
  value === null ||
  value === 0 ||
  value === '' ||
  (isList(value) && value.length === 0) ||
  isPast.test(words);

/** Another member, or the value of another, has to do with the word: `assignee` with "assigned". */
const isSaidElsewhere = (members: readonly Member[], self: Member, wanted: string): boolean =>
  members.some(
    (member) =>
      member !== self &&
      !isBlank(member) &&
      (member.words
        .split(' ')
        .some((word) => wanted.split(' ').some((each) => areRelated(singular(word), each))) ||
        (scalarText(member.value) !== null &&
          statusFamilies.some(({ names, words }) => names.has(member.words) && words.has(wanted))) ||
        nameWords(scalarText(member.value) ?? (isList(member.value) ? JSON.stringify(member.value) : ''))
          .split(' ')
          .some((word) => areRelated(word, wanted))),
  );
