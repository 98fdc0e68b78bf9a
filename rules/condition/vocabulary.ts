import type { Op } from './condition-tree.ts';

/** The key words of conditions, one table each, so that another language is another table. */

/** How an operator is said. `operand`: what must follow. */
export interface OperatorPhrase {
  readonly words: readonly string[];
  readonly op: Op | 'between';
  readonly isNegated: boolean;
  readonly operand: 'none' | 'value' | 'list';
  /** Only after "is" and its kin: on its own the word may be part of a field's name. */
  readonly needsVerb: boolean;
}

const phrase =
  (op: OperatorPhrase['op'], operand: OperatorPhrase['operand'], details: Partial<OperatorPhrase> = {}) =>
  (text: string): OperatorPhrase => ({
    words: text.split(' '),
    op,
    operand,
    isNegated: false,
    needsVerb: false,
    ...details,
  });
const negated = { isNegated: true };
const needsVerb = { needsVerb: true };

const table: readonly OperatorPhrase[] = [
  ...['=', '==', '===', 'equals', 'equal to', 'equal', 'exactly'].map(phrase('eq', 'value')),
  ...['set to', 'the same as', 'called', 'named'].map(phrase('eq', 'value', needsVerb)),
  ...['!=', '!==', '<>', '≠'].map(phrase('eq', 'value', negated)),
  ...['different from', 'other than', 'anything but'].map(
    phrase('eq', 'value', { ...negated, ...needsVerb }),
  ),
  ...['one of', 'any of', 'either', 'in', 'among'].map(phrase('eq', 'list', needsVerb)),
  ...['none of', 'neither'].map(phrase('eq', 'list', { ...negated, ...needsVerb })),
  ...['contains', 'contain', 'containing', 'includes', 'include', 'including', 'mentions', 'mention'].map(
    phrase('contains', 'value'),
  ),
  ...['starts with', 'start with', 'starting with', 'begins with', 'begin with', 'beginning with'].map(
    phrase('starts', 'value'),
  ),
  ...['ends with', 'end with', 'ending with', 'ends in'].map(phrase('ends', 'value')),
  ...['>', 'more than', 'greater than', 'larger than', 'higher than', 'bigger than'].map(
    phrase('gt', 'value'),
  ),
  ...['above', 'over', 'exceeds', 'exceed', 'exceeding'].map(phrase('gt', 'value')),
  ...['>=', '≥', 'at least', 'no less than', 'greater than or equal to', 'more than or equal to'].map(
    phrase('gte', 'value'),
  ),
  ...['<', 'less than', 'lower than', 'smaller than', 'fewer than', 'below', 'under'].map(
    phrase('lt', 'value'),
  ),
  ...['<=', '≤', 'at most', 'no more than', 'up to', 'less than or equal to'].map(phrase('lte', 'value')),
  ...['between'].map(phrase('between', 'value')),
  ...['before', 'earlier than'].map(phrase('before', 'value')),
  ...['after', 'later than'].map(phrase('after', 'value')),
  ...['exists', 'exist'].map(phrase('exists', 'none')),
  ...['present', 'set', 'given', 'provided', 'defined', 'available', 'included'].map(
    phrase('exists', 'none', needsVerb),
  ),
  ...['missing', 'absent', 'undefined', 'null'].map(phrase('exists', 'none', { ...negated, ...needsVerb })),
  ...['empty', 'blank'].map(phrase('empty', 'none', needsVerb)),
];

/** The longest first, so that "more than or equal to" is not read as "more than". */
export const operatorPhrases: readonly OperatorPhrase[] = table.toSorted(
  (one, other) => other.words.length - one.words.length,
);

/** "100 or more": the number is a bound, and these say which. */
export const boundWords: ReadonlyMap<string, 'gte' | 'lte'> = new Map([
  ...['more', 'higher', 'greater', 'larger', 'above', 'over'].map((word) => [word, 'gte'] as const),
  ...['less', 'lower', 'fewer', 'smaller', 'below', 'under'].map((word) => [word, 'lte'] as const),
]);

/** "Is still open", "is already paid": they add nothing to what is compared. */
export const timeAdverbs = new Set(['still', 'already', 'currently']);

/** Verbs that stand before an operator, or are the operator "is" when nothing else follows. */
export const equalityVerbs = new Set(['is', 'are', 'was', 'were', 'be', 'being']);
/** "does not contain", "must be", "has been". */
export const helpingVerbs = new Set(['does', 'do', 'did', 'must', 'should', 'has', 'have']);
export const helpedVerbs = new Set(['be', 'been']);

/** Words for the text that is looked for: "contains the word refund". */
export const textNouns = new Set(['word', 'words', 'text', 'phrase', 'string', 'term', 'value']);

export const articles = new Set(['the', 'a', 'an', 'its', 'their', 'our', 'your', "it's"]);

/** Words that belong to the frame of a sentence. One inside a name or a bare value means it was misread. */
export const frameWords = new Set(
  (
    'if when whenever unless except but only never always please then otherwise else also and or not nor ' +
    'skip ignore run because since while until although though without that which who whose where'
  ).split(' '),
);

/** What no rule can resolve: pronouns and quantities of things. */
export const unresolvable = new Set(
  (
    'it this that these those they them he she we i you there someone something anyone anything everyone ' +
    'everything nobody nothing any all each every some most many few several what how why'
  ).split(' '),
);

/** Bare values may not hold these: they ask for judgement, time or kind rather than for a literal. */
export const unliteral = new Set(
  (
    'a an about from for like very too really quite so rather probably likely maybe almost nearly related ' +
    'similar clearly obviously seems seem looks look sounds sound feels feel today yesterday tomorrow now ago ' +
    'recently recent soon later week weeks month months year years day days hour hours minute minutes ' +
    'according regarding concerning asking written sent made coming during within more less higher lower greater ' +
    'fewer larger smaller longer yet anymore'
  ).split(' '),
);

/** Bare words after "is" that only a reader can judge, unless the field holds a single word to compare. */
export const judgements = new Set(
  (
    'angry happy unhappy upset sad frustrated annoyed polite rude friendly suspicious fraudulent spam spammy ' +
    'important relevant irrelevant interesting good bad positive negative neutral offensive toxic abusive ' +
    'serious legitimate genuine fake weird strange unusual reasonable appropriate inappropriate helpful ' +
    'satisfied dissatisfied disappointed complaining sarcastic threatening dangerous harmful big small large ' +
    'huge tiny cheap expensive old new long short sensitive confidential technical urgent critical confused ' +
    'grateful excited enthusiastic desperate hostile formal informal worried concerned anxious impatient ' +
    'delighted pleased promotional harmless silly funny boring vague clear unclear'
  ).split(' '),
);

/**
 * What a delivery may be as a whole, so that "the order is paid" may mean a `status` at its top. "Region is DE" must
 * never mean that.
 */
export const things = new Set(
  (
    'order payment invoice subscription charge refund payout transfer transaction checkout cart quote estimate ' +
    'contract agreement document ticket issue case incident alert task deal lead opportunity contact account ' +
    'customer user member employee candidate applicant application registration submission form survey ' +
    'booking reservation appointment meeting shipment package parcel delivery job build deployment pipeline run ' +
    'release check project campaign event request message comment review post product item service device ' +
    'claim dispute membership plan trial course lesson exam question answer vote domain certificate backup'
  ).split(' '),
);

export const currencies = new Set(
  'usd eur gbp chf cad aud jpy dollars dollar euros euro pounds pound cents percent %'.split(' '),
);

/** Unquoted, these never stand in the name of a field: what holds one is a phrase, not a name. */
export const phraseWords = new Set(
  (
    'in on at by with without from to into for about as than per via is are was were be been being has have had ' +
    'will would can could do does did should must may might plus minus times divided multiplied rounded ' +
    'maybe perhaps possibly'
  ).split(' '),
);
