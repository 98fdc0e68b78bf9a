import { isRecord, type JsonRecord } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { eventNameOf, eventWordsOf, isEventWord } from '../document/event-name.ts';
import { type FieldResult, findField, findTested } from '../document/find-field.ts';
import { followPath } from '../document/follow-path.ts';
import { isSubject, isWrapper } from '../document/main-entity.ts';
import { areSameThing, entityNouns, firstNouns } from '../document/name-vocabulary.ts';
import { areRelated, nearNames } from '../document/near-names.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { quoteText } from '../language/quote.ts';
import type { Test } from './condition-tree.ts';
import type { Judgement } from './judgement.ts';
import { isParticiple } from './participle.ts';
import { membersOf, type Member, saidByMembers } from './state-members.ts';
import { wholeDelivery } from './make-test.ts';
import { isHappening, isMoment, isSameHappening, isStateWord } from './status-vocabulary.ts';
import { judgementWords } from './vocabulary.ts';

/**
 * "The order is paid": what the members of the order and the name of the event say of it. Null where the words name no
 * thing but a value, which is compared as it is.
 */
export function judgeState(test: Test, found: FieldResult, document: DeliveryDocument): Judgement | null {
  if (test.field.kind !== 'field') return null;
  const { words } = test.field;
  const nouns = nameWords(words).split(' ').map(singular);
  const isThing = nouns.every(
    (word, index) => entityNouns.has(word) || (index === 0 && nouns.length > 1 && firstNouns.has(word)),
  );
  if (isEventWord(nameWords(words)) || (found.state === 'found' && !isRecord(found.value))) return null;
  const switched =
    found.state === 'found' && isRecord(found.value)
      ? switchOf(test, membersOf(found.value, found.path))
      : null;
  if (switched !== null) return switched;
  if (!isThing && !isSubject(document, nameWords(words))) {
    // "The first order is paid" is about an order, but not about any.
    const isOneOf = found.state === 'missing' && entityNouns.has(nouns.at(-1) ?? '');
    return isOneOf ? { value: null, shown: `the ${words} is not told from others` } : null;
  }
  const members = membersOfThing(words, found, document, isThing);
  const judged = test.values.map((value) => judgeWord(test, words, value, members, document));
  const decided =
    judged.find(({ value }) => value === true) ?? judged.find(({ value }) => value === null) ?? judged[0];
  const isKind = test.field.isImplied === true;
  const isName =
    !isKind && test.values.every((value) => !isStateWord(value) && !judgementWords.has(value.toLowerCase()));
  if (decided?.value === null && found.state === 'found' && isName) return null;
  return decided ?? null;
}

/** `is_private: true` says of any object that it is private. */
function switchOf(test: Test, members: readonly Member[]): Judgement | null {
  const said = test.values.map((value) => saidByMembers(members, value));
  const known = said.filter((each) => each?.kind === 'switch');
  return known.length === said.length
    ? (known.find((each) => each?.value === true) ?? known[0] ?? null)
    : null;
}

/** The members of the thing that is named, or of the delivery where that is such a thing. */
function membersOfThing(
  words: string,
  found: FieldResult,
  document: DeliveryDocument,
  isThing: boolean,
): readonly Member[] {
  if (found.state === 'found' && isRecord(found.value)) return membersOf(found.value, found.path);
  if (!isThing && !isSubject(document, nameWords(words))) return [];
  if (isAboutAnother(words, document)) return [];
  const whole = membersOfWhole(document);
  return words === wholeDelivery ? [...whole, ...membersOfSubject(document)] : whole;
}

/** The members of a delivery at its top and in what merely wraps it. */
function membersOfWhole({ root }: DeliveryDocument): readonly Member[] {
  const visit = (record: JsonRecord, path: string, depth: number): readonly Member[] => [
    ...membersOf(record, path),
    ...Object.entries(record).flatMap(([name, value]) =>
      isRecord(value) && isWrapper(nameWords(name)) && depth < 4
        ? visit(value, path === '' ? name : `${path}.${name}`, depth + 1)
        : [],
    ),
  ];
  return isRecord(root) ? visit(root, '', 0) : [];
}

/** And those of the thing at its top to which the event happened. */
function membersOfSubject(document: DeliveryDocument): readonly Member[] {
  const { root } = document;
  const subjects = isRecord(root)
    ? Object.entries(root).filter(([name]) => isSubject(document, nameWords(name)))
    : [];
  return subjects.flatMap(([name, value]) => (isRecord(value) ? membersOf(value, name) : []));
}

/** Is the delivery about a thing of another kind: about an invoice, where an order is asked about? */
function isAboutAnother(words: string, document: DeliveryDocument): boolean {
  const kind = words === wholeDelivery ? null : kindOfWhole(document);
  const thing = singular(nameWords(words).split(' ').at(-1) ?? '');
  return kind !== null && !kind.split(' ').includes(thing) && !(kind === 'issue' && thing === 'ticket');
}

/** What kind of thing a delivery is about: as a member `object` says, else the last thing in the name of the event. */
function kindOfWhole(document: DeliveryDocument): string | null {
  const said = followPath(document.root, 'data.object.object');
  if (typeof said === 'string') return nameWords(said);
  const things = eventWordsOf(document).map(singular);
  return things.findLast((word) => entityNouns.has(word) && word !== 'event' && word !== 'message') ?? null;
}

/** Is the delivery about a thing of a kind: a refund, a push, what a bot did? */
function judgeKind(test: Test, value: string, document: DeliveryDocument): Judgement | null {
  if (value === 'bot') {
    const bots = ['sender', 'user', 'author', 'actor', 'from'].flatMap((name) => isBot(document, name) ?? []);
    const value = bots.every((each) => each === bots[0]) ? (bots[0] ?? null) : null;
    return bots.length === 0
      ? null
      : { value, shown: `who it is from ${value === true ? 'was' : 'was not always'} a bot` };
  }
  if (test.field.kind === 'field' && test.field.isImplied === true && kindOfWhole(document) === null)
    return { value: true, shown: `nothing says that it is no ${value}` };
  const noun = value.split(' ').at(-1) ?? '';
  const kind = entityNouns.has(noun) ? kindOfWhole(document) : null;
  if (kind === null) return null;
  const isKind = kind.split(' ').includes(noun) || (kind === 'issue' && noun === 'ticket');
  // A charge is a payment too, as its names say.
  const isNear =
    !isKind &&
    (kind.split(' ').some((word) => areSameThing(word, noun)) ||
      nearNames(document, noun).length > 0 ||
      eventWordsOf(document).some((word) => areRelated(word, noun)));
  return { value: isNear ? null : isKind, shown: `the delivery is about: ${kind}` };
}

/** Is somebody a bot: `type: "Bot"`, `is_bot`? null where nothing says so. */
function isBot(document: DeliveryDocument, name: string): boolean | null {
  const [type, flag] = [findTested(document, `${name} type`), findTested(document, `${name} is bot`)];
  if (flag.state === 'found' && typeof flag.value === 'boolean') return flag.value;
  return type.state === 'found' && typeof type.value === 'string' ? nameWords(type.value) === 'bot' : null;
}

function judgeWord(
  test: Test,
  words: string,
  value: string,
  members: readonly Member[],
  document: DeliveryDocument,
): Judgement {
  const kind = words === wholeDelivery ? judgeKind(test, value, document) : null;
  if (kind !== null) return kind;
  const said = saidByMembers(members, value);
  const happened = happenedTo(words, value, document);
  const isOne = test.field.kind === 'field' && test.field.isOne === true && isParticiple(value);
  if (said?.kind === 'switch' && !(isOne && happened?.isOther === true)) return said;
  const isContradicted =
    said !== null && happened !== null && happened.value !== null && said.value === !happened.value;
  // "A release is published" is what happens; that it was published some day is another matter.
  const isOther = said?.value === true && happened?.isOther === true && (isOne || isHappening(value));
  if (isOther || (isContradicted && !(isMoment(value) && happened.value)))
    return { value: null, shown: `${happened?.shown ?? ''}, but ${said.shown}` };
  if (happened !== null && happened.value !== null) return happened;
  if (said !== null) return said;
  return { value: null, shown: `nothing says for certain whether the ${nameWords(words)} is ${value}` };
}

/** `isOther`: something that is known happened, and not what is asked for. */
interface Happened extends Judgement {
  readonly isOther: boolean;
}

/** What the name of the event says: of an order, `order.created`; of a pull request, the action beside it. */
function happenedTo(words: string, value: string, document: DeliveryDocument): Happened | null {
  const event = eventNameOf(document);
  const isAbout = words === wholeDelivery || isSubject(document, nameWords(words));
  if (event === null || !isAbout) return null;
  const said = findField(document, 'action');
  const action = said.state === 'found' && typeof said.value === 'string' ? said.value : '';
  const subject = nameWords(words).split(' ').map(singular);
  const eventWords = eventWordsOf(document);
  const at = eventWords.findLastIndex((word) =>
    words === wholeDelivery ? entityNouns.has(singular(word)) : singular(word) === subject.at(-1),
  );
  // `order.updated`, `issues` with an action beside it, `updateCard`.
  const verb = eventWords.slice(at + 1).join(' ') || action || eventWords.slice(0, at).join(' ');
  if (verb === '') return null;
  const shown =
    verb === action ? `action was ${quoteText(verb)}` : `${event.path} was ${quoteText(event.name)}`;
  const isSame = isSameHappening(verb, value);
  // What was made may be so from the beginning.
  const isMade = isSameHappening(verb, 'created') === true && !isHappening(value);
  return { value: isSame, shown, isOther: isSame !== true && isHappening(verb) && !isMade };
}
