/** The words of a text with single blanks between them. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const articles = new Set(['the', 'a', 'an', 'its', 'their', 'our', 'your', "it's"]);

/** Words that belong to the frame of a sentence. One inside a name or a bare value means it was misread. */
export const frameWords = wordSet(
  'if when whenever unless except but only never always please then otherwise else also and or not nor ' +
    'skip ignore run because since while until although though without that which who whose where',
);

/** What no rule can resolve: pronouns and quantities of things. */
export const unresolvableWords = wordSet(
  'it this that these those they them he she we i you there someone something anyone anything everyone ' +
    'everything nobody nothing any all each every some most many few several what how why',
);

/** Never part of the name of a field unless quoted: text with one of them is a phrase, not a name. */
export const phraseWords = wordSet(
  'in on at by with without from to into for about as than per via is are was were be been being has have had ' +
    'will would can could do does did should must may might plus minus times divided multiplied rounded ' +
    'maybe perhaps possibly',
);
