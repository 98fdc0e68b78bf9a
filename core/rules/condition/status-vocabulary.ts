import { nameWords } from '../document/name-words.ts';
import { wordSet } from '../language/common-words.ts';
import { isParticiple } from './participle.ts';

/** What senders say of a thing in a field of its own: the names of the field, and the words that it may hold. */
export interface StatusFamily {
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const family = (names: string, words: string): StatusFamily => ({
  names: new Set(names.split(', ')),
  words: new Set(words.split(', ')),
});

/** The first family that holds a word, or whose field stands in the delivery, is the one that is meant. */
export const statusFamilies: readonly StatusFamily[] = [
  family(
    'financial status, payment status, payment state',
    'paid, unpaid, not paid, pending, authorized, refunded, voided, partially paid, partially refunded, no payment required',
  ),
  family(
    'fulfillment status, fulfilment status, shipping status, shipment status, delivery status',
    'fulfilled, unfulfilled, partial, partially fulfilled, shipped, unshipped, delivered, undelivered, in transit, restocked',
  ),
  family(
    'priority, severity, urgency, importance',
    'urgent, high, normal, medium, low, critical, highest, lowest, blocker, major, minor, trivial, p0, p1, p2, p3, p4, p5',
  ),
  family('environment, env', 'production, staging, development, testing, test, sandbox, live, preview'),
  family(
    'conclusion, result, outcome',
    'success, succeeded, successful, passed, failed, failure, cancelled, skipped, neutral, timed out, error',
  ),
];

/**
 * Words of which a thing is only one at a time, and those that may be said of it as well: what one sender calls
 * "acknowledged" another calls "open", and an order that is "shipped" may be paid.
 */
const exclusive = `
  open opened: new pending active processing running triggered acknowledged unresolved firing started waiting
    hold scheduled queued unpaid received incomplete;
  pending waiting queued hold: open opened new unpaid processing scheduled unresolved received incomplete
    unconfirmed unverified triggered;
  new: open opened pending triggered received unresolved queued waiting firing scheduled draft;
  active: trialing enabled running open opened live published online started confirmed processing subscribed new;
  inactive: cancelled expired suspended ended disabled archived closed stopped unpublished offline unsubscribed;
  closed: done complete completed finished resolved solved merged cancelled won lost expired void paid ended
    archived succeeded success failed rejected declined fulfilled delivered stopped refunded inactive;
  done complete completed finished succeeded success successful passed: closed paid fulfilled shipped delivered
    merged resolved solved approved accepted confirmed ended won published ready sent received final active;
  paid: complete completed done finished succeeded success fulfilled shipped delivered processing closed
    confirmed accepted approved active received sent final;
  failed failure error: declined rejected bounced expired uncollectible unpaid incomplete cancelled void lost
    unverified timed_out;
  cancelled void: expired ended rejected declined closed lost inactive refunded failed suspended unsubscribed
    archived stopped uncollectible;
  refunded: cancelled void closed;
  expired: ended cancelled closed inactive failed finished done stopped;
  scheduled: pending queued confirmed accepted active open new waiting;
  running processing: active open opened started paid;
  resolved solved: closed done complete completed finished ended archived confirmed;
  unresolved: open opened new triggered acknowledged firing active pending processing;
  triggered firing: open opened new active unresolved started;
  acknowledged: open opened active processing started;
  draft: new pending unpublished private incomplete hold;
  won: closed done completed finished accepted;
  lost: closed done completed finished rejected declined;
  trialing: active;
  final: open paid sent done complete completed closed;
  uncollectible: failed unpaid void expired;
  urgent critical highest: blocker p0 p1;
  normal medium:;
  low lowest: minor trivial;
  shipped fulfilled: delivered in_transit;
  production live:;
  test testing: sandbox`;

const nearWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  exclusive.split(';').flatMap((row) => {
    const [words = '', near = ''] = row.split(':').map((part) => part.trim());
    return words.split(' ').map((word) => [word, new Set(`${words} ${near}`.split(/\s+/))] as const);
  }),
);

/** Words that a field called status or state holds: one of them is certainly no other of them. */
export const statusWords: ReadonlySet<string> = new Set([
  ...nearWords.keys(),
  ...wordSet(
    'incomplete unpaid delivered unfulfilled approved rejected declined accepted enabled disabled suspended archived ' +
      'published unpublished subscribed unsubscribed cleaned confirmed unconfirmed merged started stopped blocked ' +
      'ready ended ignored received sent bounced verified unverified public private online offline live skipped',
  ),
]);

/** May both be said of one thing, as far as is known? */
export const isNearStatus = (text: string, wanted: string): boolean =>
  nearWords.get(statusKey(wanted))?.has(statusKey(text).replaceAll(' ', '_')) === true;

const unsaid = /^(?:un|in)(?=paid|complete|confirmed|verified|published)/;

/** Is a status the very opposite: "paid" of "unpaid"? */
export const isOppositeStatus = (text: string, wanted: string): boolean =>
  unsaid.test(wanted) && isSameStatus(text, wanted.replace(unsaid, ''));

/** Does a word of a status deny another: is what is "open" certainly not "paid"? Much that is not called "unpaid" is not paid. */
export const isOtherStatus = (text: string, wanted: string): boolean =>
  !unsaid.test(wanted) && nearWords.has(wanted) && !isNearStatus(text, wanted);

/** Words for one and the same. */
const sameWords: readonly ReadonlySet<string>[] = [
  wordSet('success succeeded successful passed'),
  wordSet('failed failure fail'),
  wordSet('complete completed'),
  wordSet('canceled cancelled'),
];

/** Are two words of a status the same: `in progress` and `in_progress`, `failed` and `failure`? */
export function isSameStatus(one: string, other: string): boolean {
  const [left, right] = [statusKey(one), statusKey(other)];
  return left === right || sameWords.some((words) => words.has(left) && words.has(right));
}

/** In one spelling: `canceled`, `labeled` and `labelled` are the same word. */
export const statusKey = (text: string): string =>
  nameWords(text)
    .replace(/\bcanceled\b/, 'cancelled')
    .replace(/\blabelled\b/, 'labeled');

const plainNames = wordSet('status state stage phase conclusion result outcome resolution level mode reason');

/** A field that holds a status as a word: `status`, `payment_status`, `review state`, `status.name`. */
export function isStatusName(path: string): boolean {
  const names = path.split('.').map((name) => nameWords(name));
  const name = names.at(-1) ?? '';
  const last = name === 'name' || name === 'value' || name === 'label' ? (names.at(-2) ?? '') : name;
  return (
    plainNames.has(last.split(' ').at(-1) ?? '') ||
    /^(?:event|action|kind)$|type$/.test(last) ||
    statusFamilies.some((each) => each.names.has(last))
  );
}

/** How something ended. */
export const resultWords = wordSet('success succeeded successful passed failed failure error');

/** What happened, as names of events say it: words for one and the same are together. */
const happenings: readonly ReadonlySet<string>[] = [
  wordSet('new created opened added submitted placed raised filed received create add open'),
  wordSet('updated edited changed modified update edit change'),
  wordSet('deleted removed destroyed delete remove'),
  ...'labeled unlabeled assigned unassigned reopened synchronize published closed'.split(' ').map(wordSet),
];

/** How many of them only happen: a thing that was assigned, and is not any more, is another matter. */
const momentsCount = 3;

const isMomentAt = (group: number): boolean => group !== -1 && group < momentsCount;

/** Is it what events say: "created", "closed", "labeled"? */
export const isHappening = (word: string): boolean => happenings.some((words) => words.has(statusKey(word)));

/** Only an event can say it: "created", "opened", "updated". */
export const isMoment = (word: string): boolean =>
  isMomentAt(happenings.findIndex((words) => words.has(statusKey(word))));

/**
 * Is what happened what an owner asks for? null where that word may be said of how the thing is now, which no event
 * denies: "assigned", "closed".
 */
export function isSameHappening(happened: string, wanted: string): boolean | null {
  const [left, right] = [statusKey(happened), statusKey(wanted)];
  if (left === right) return true;
  const group = happenings.findIndex((words) => words.has(left));
  const asked = happenings.findIndex((words) => words.has(right));
  if (group !== -1 && group === asked) return true;
  return group !== -1 && isMomentAt(asked) ? false : null;
}

/** A word that says how a thing is or what happened to it, as an adjective: "paid", "draft", "urgent", "new". */
export const isStateWord = (word: string): boolean => {
  const key = statusKey(word);
  return (
    statusWords.has(key) ||
    isParticiple(key) ||
    isHappening(key) ||
    statusFamilies.some(({ words }) => words.has(key)) ||
    kinds.has(key)
  );
};

const kinds = wordSet(
  'up down healthy unhealthy degraded locked unlocked test live production staging sandbox draft bot vip gift spam bug update',
);
