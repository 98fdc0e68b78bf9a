import type { Phrase } from './phrases.ts';

/** "Leverage" is a verb after these words; elsewhere it is mostly the honest noun ("the leverage of a bank", "leveraged loans"). */
const beforeVerb = [
  ..."cannot could may might must shall should would don't doesn't didn't let's we they who we'll you'll they'll fully effectively strategically successfully".split(
    ' ',
  ),
  'do not',
  'does not',
  'did not',
  'will not',
  'should not',
  'let us',
  'to better',
];
const beforePast = 'have has had be been being we you they who already successfully effectively'.split(' ');

/** After one who acts it is a verb, or what somebody gets: "it gives customers leverage over them". */
const actors =
  'you agencies brands businesses companies customers developers employees engineers enterprises experts firms governments individuals leaders marketers models organisations organizations partners people platforms professionals researchers scientists solutions startups students systems teachers teams tools users'.split(
    ' ',
  );
const afterThing =
  'about against and as at because before but by during for from if in is of on or over so than that to until was when where while with'.split(
    ' ',
  );

export const leverages: readonly Phrase[] = [
  ...beforeVerb.map((word) => ({ worn: `${word} leverage`, plain: `${word} use` })),
  ...beforePast.map((word) => ({ worn: `${word} leveraged`, plain: `${word} used` })),
  ...actors.map((word) => ({ worn: `${word} leverage`, plain: `${word} use`, notBefore: afterThing })),
];
