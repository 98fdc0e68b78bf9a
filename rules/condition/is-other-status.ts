import { wordSet } from '../language/common-words.ts';
import { isSameStatus, statusKey } from './status-vocabulary.ts';

/**
 * Words of which a thing is only one at a time, and those that may be said of it as well: what one sender calls
 * "acknowledged" another calls "open", and an order that is "shipped" may be paid.
 */
const exclusive: readonly (readonly [words: string, near: string])[] = [
  [
    'open opened',
    'new pending active processing running triggered acknowledged unresolved firing started waiting hold scheduled ' +
      'queued unpaid received incomplete',
  ],
  [
    'pending waiting queued hold',
    'open opened new unpaid processing scheduled unresolved received incomplete unconfirmed unverified triggered ' +
      'pending waiting queued hold',
  ],
  ['new', 'open opened pending triggered received unresolved queued waiting firing scheduled draft'],
  [
    'active',
    'trialing enabled running open opened live published online started confirmed processing subscribed new',
  ],
  [
    'inactive',
    'cancelled expired suspended ended disabled archived closed stopped unpublished offline unsubscribed',
  ],
  [
    'closed',
    'done complete completed finished resolved solved merged cancelled won lost expired void paid ended archived ' +
      'succeeded success failed rejected declined fulfilled delivered stopped refunded inactive',
  ],
  [
    'done complete completed finished succeeded success successful passed',
    'done complete completed finished closed succeeded success successful passed paid fulfilled shipped delivered ' +
      'merged resolved solved approved accepted confirmed ended won published ready sent received final active',
  ],
  [
    'paid',
    'complete completed done finished succeeded success fulfilled shipped delivered processing closed confirmed ' +
      'accepted approved active received sent final',
  ],
  [
    'failed failure error',
    'failed failure error declined rejected bounced expired uncollectible unpaid incomplete cancelled void lost ' +
      'unverified timed_out',
  ],
  [
    'cancelled void',
    'cancelled void expired ended rejected declined closed lost inactive refunded failed suspended unsubscribed ' +
      'archived stopped uncollectible',
  ],
  ['refunded', 'cancelled void closed'],
  ['expired', 'ended cancelled closed inactive failed finished done stopped'],
  ['scheduled', 'pending queued confirmed accepted active open new waiting'],
  ['running processing', 'active open opened started paid running processing'],
  ['resolved solved', 'resolved solved closed done complete completed finished ended archived confirmed'],
  ['unresolved', 'open opened new triggered acknowledged firing active pending processing'],
  ['triggered firing', 'triggered firing open opened new active unresolved started'],
  ['acknowledged', 'open opened active processing started'],
  ['draft', 'new pending unpublished private incomplete hold'],
  ['won lost', 'closed done completed finished accepted rejected declined'],
  ['trialing', 'active'],
  ['final', 'open paid sent done complete completed closed'],
  ['uncollectible', 'failed unpaid void expired'],
  ['urgent critical highest', 'urgent critical highest blocker p0 p1'],
  ['normal medium', 'normal medium'],
  ['low lowest', 'minor trivial'],
  ['shipped fulfilled', 'shipped fulfilled delivered in_transit'],
  ['production live', 'production live'],
  ['test testing', 'test testing sandbox'],
];

const nearWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  exclusive.flatMap(([words, near]) => words.split(' ').map((word) => [word, wordSet(near)] as const)),
);

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
