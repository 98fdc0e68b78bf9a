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

/** Words that a field called status or state holds: one of them is certainly no other of them. */
export const statusWords: ReadonlySet<string> = wordSet(
  'open opened closed pending new active inactive done complete completed incomplete paid unpaid draft final void ' +
    'cancelled failed succeeded success failure error processing queued running waiting trialing refunded shipped ' +
    'delivered fulfilled unfulfilled resolved unresolved acknowledged triggered solved hold won lost approved ' +
    'rejected declined accepted enabled disabled suspended archived published unpublished subscribed unsubscribed ' +
    'cleaned confirmed unconfirmed merged expired scheduled started stopped finished blocked ready ended ignored ' +
    'uncollectible received sent bounced verified unverified public private online offline live firing skipped successful passed',
);

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
