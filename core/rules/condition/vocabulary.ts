import { wordSet } from '../language/common-words.ts';

/** "100 or more": the number is a bound, and these words say which. */
export const boundWords: ReadonlyMap<string, 'gte' | 'lte'> = new Map([
  ...['more', 'higher', 'greater', 'larger', 'above', 'over'].map((word) => [word, 'gte'] as const),
  ...['less', 'lower', 'fewer', 'smaller', 'below', 'under'].map((word) => [word, 'lte'] as const),
]);

/** Names after which a value may stand without a verb: "priority high". */
export const attributeNames = wordSet(
  'status state priority severity urgency level country currency language plan stage type category environment action event',
);

/** Words for the text that is looked for: "contains the word refund". */
export const textNouns = new Set(['word', 'words', 'text', 'phrase', 'string', 'term', 'value']);

/** Bare values may not hold these: they ask for judgement, time or kind rather than for a literal. */
export const nonLiteralWords = wordSet(
  'is are was were be being does do did must should has have a an me myself mine about from for like very too really quite so rather probably likely maybe almost nearly related ' +
    'similar clearly obviously seems seem looks look sounds sound feels feel today yesterday tomorrow now ago ' +
    'recently recent soon later week weeks month months year years day days hour hours minute minutes ' +
    'according regarding concerning asking written sent made coming during within more less higher lower greater ' +
    'fewer larger smaller longer yet anymore both neither either nor exactly just solely isnt arent wasnt werent ' +
    'doesnt dont didnt cant wont aint hasnt havent over above under below twice double triple half outside inside ' +
    'near plus minus times again hardly barely scarcely roughly mostly partly largely merely even worse better newer older ' +
    'later earlier else etc etc. once rarely often usually always never',
);

/** Bare words after "is" that only a reader can judge, unless the field holds a single word to compare. */
export const judgementWords = wordSet(
  'angry happy unhappy upset sad frustrated annoyed polite rude friendly suspicious fraudulent spam spammy ' +
    'important relevant irrelevant interesting good bad positive negative neutral offensive toxic abusive ' +
    'serious legitimate genuine fake weird strange unusual reasonable appropriate inappropriate helpful ' +
    'satisfied dissatisfied disappointed complaining sarcastic threatening dangerous harmful big small large ' +
    'huge tiny cheap expensive old new long short sensitive confidential technical urgent critical confused ' +
    'grateful excited enthusiastic desperate hostile formal informal worried concerned anxious impatient ' +
    'delighted pleased promotional harmless silly funny boring vague clear unclear',
);

/** A bare value of several words that holds one of them is a phrase. */
export const prepositions = wordSet('in on at by with without from to into for about as than per via of');

/** Words for what is not there. */
export const isNothing = (wanted: string): boolean =>
  /^(?:null|none|nothing|empty|missing|blank|unset)$/i.test(wanted);
