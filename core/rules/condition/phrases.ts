import { fieldOf, presence, testOf } from './make-test.ts';
import { boundPattern } from './operator-phrases.ts';
import { first, phrase, type Phrase } from './phrase.ts';
import { changed, changeOf, happenedAt, isNow } from './phrase-moments.ts';
import {
  atLeast,
  counted,
  from,
  given,
  holdsMember,
  isIn,
  isKindOf,
  labels,
  labelsWithout,
  long,
  mailFrom,
  named,
  ofItems,
  onBranch,
  ownedBy,
  ownsOne,
  presenceOrMore,
  range,
} from './phrase-readers.ts';
import { attributeNames, boundWords } from './vocabulary.ts';

const bound = `(?<bound>${boundPattern}|exactly)`;
const someOf = '(?:(?<all>every|each|all)|any|at least one|one|some|(?<not>none|no))(?: of)?(?: the)?';
/** What is written with digits or in quotation marks: "sku A-1". */
const code = '(?<values>"|\\S*\\d\\S*)';
const verbs = 'is|are|contains?|mentions?|starts?|begins?|ends?|over|under|above|below';
const givens = 'filled in|filled out|given|provided|specified|entered|supplied|present|set';
const happened =
  'succeeded|failed|created|opened|closed|paid|cancelled|canceled|refunded|completed|merged|updated|deleted|resolved|' +
  'triggered|shipped|delivered|passed|captured|disputed|expired|approved|rejected|joined|left|started|finished|ended|' +
  'signed|published|archived|bounced|subscribed|unsubscribed|accepted|declined';
const happens = 'fails|succeeds|opens|closes|completes|expires|merges|starts|ends|ships|passes';
const turns =
  '(?:changed|moved|set|switched|transitioned|goes|went|changes|moves) (?:in)?to|becomes|became|turns|turned';

/** How people say a condition other than by a field, an operator and a value. The first that can be read counts. */
export const phrases: readonly Phrase[] = [
  first(
    'THING(?<kind>label|tag)(?:l?ed|ged)(?: as| with)? (?<values>.+?) (?:but|and) not (?<others>\\S+)',
    labelsWithout,
  ),
  first('THINGNOT(?<kind>label|tag)(?:l?ed|ged)(?: as| with)? (?<values>.+)', labels),
  phrase(
    '(?:HAS|(?<not>without |(?:has |have )?no |DO have ))(?:the |a |any )?(?<kind>label|tag)s?(?: :)? (?<values>.+)',
    labels,
  ),
  first('THINGNOTassigned to (?<values>.+)', (parts) =>
    testOf(ownedBy(parts, 'assignee'), 'eq', parts.values('values')),
  ),
  first(
    '(?<not>nobody|no one|no-one) ISassigned|THING(?<not>un|not )assigned|(?<of>.+?) ISassigned',
    (parts) => presence(ownedBy(parts, 'assignee')),
  ),
  first(
    '(?<mail>[a-z ]*(?:e-?mail|address|sender)(?: address)?) (?:domain )?ISNOT(?:from |at )?' +
      '(?:(?<from>@?[\\w-]+(?:\\.[\\w-]+)+)|an? (?<from>[\\w.-]+)(?: e-?mail)? (?:address|account))',
    mailFrom,
  ),
  phrase(
    '(?:IS|comes? |came |sent )?NOT(?:sent )?from (?<an>an? )?(?<from>.+?)(?: addresses| address| accounts| users)?',
    from,
  ),
  phrase('(?:(?:opened|created|written|submitted|posted|made) )?by (?<an>an? )?(?<from>.+)', from),
  phrase('IS?ship(?:ped|ping)? to (?<values>.+)', (parts) =>
    testOf(fieldOf('shipping country'), 'eq', parts.values('values')),
  ),
  phrase('(?:to|on|into) (?:the )?(?<values>\\S+)(?<branch> branch)?', onBranch),
  phrase(
    `(?:there (?:is |are )|HAS|contains? )?${bound} (?<n>\\d+|one|two|three|four|five|ten) (?<things>.+)`,
    counted,
  ),
  first(`THING${bound} (?<n>\\d+) (?:characters?|chars|letters)(?: long)?`, long),
  first(
    `${someOf} (?<list>[a-z]+(?: [a-z]+)?) (?<whole>(?:has|have|with|where|whose) (?:an? |the )?(?<inner>.+))`,
    ofItems,
  ),
  first(`${someOf} (?<inner>[a-z]+(?: [a-z]+){0,2} (?:${verbs}) .+)`, ofItems),
  phrase(`(?:HAS|whose )(?:an? |the )?(?<field>[a-z]+)(?: :)? ${code}`, (parts) =>
    testOf(parts.field('field'), 'eq', parts.values('values')),
  ),
  phrase('(?:there (?:is |are |was )|HAS)(?!no )AN(?<field>.+)', presenceOrMore),
  phrase(
    '(?<not>there (?:is|are|was) no|without|(?:has |have )?no|DO have) (?:an? |any )?(?<field>.+)',
    (parts) => presence(parts.field('field')),
  ),
  first(`(?<field>.+?) IS(?:${givens})`, (parts) => presence(parts.field('field'))),
  first(`(?:both )?(?<fields>.+) IS(?<said>${givens}|missing|empty)`, given),
  phrase(
    '(?<of>[a-z]+(?: [a-z]+)?) (?:has|have) (?<not>no )?AN(?<field>(?!been |to |got )[a-z]+(?: [a-z]+)?)',
    ownsOne,
  ),
  first('(?<field>.+?) (?:is |was |has been |has )?changed', (parts) => presence(changeOf(parts))),
  phrase(
    `(?:an? )?(?<field>[a-z ]+?)(?: of)? (?<values>\\S+(?: [a-z]{3})?) or (?<bound>${[...boundWords.keys()].join('|')})`,
    atLeast,
  ),
  first(
    '(?:(?<of>.+?) (?:is |was |were ))?(?<when>[a-z]+ed|paid|sent) (?<bound>after|before|since) (?<values>.+)',
    happenedAt,
  ),
  first(
    `(?<list>[a-z]+(?: [a-z]+)?) (?:contains?|includes?) (?:an? |the )?(?<field>[a-z]+) ${code}`,
    holdsMember,
  ),
  first(`(?:(?<field>.+?) )?(?:is |was |has been |has )?(?:${turns}) (?<values>.+)`, changed),
  phrase(
    '(?<values>high|highest|low|lowest|medium|normal|critical|urgent|p\\d) (?<field>priority|severity|urgency|importance|risk)',
    (parts) => testOf(parts.field('field'), 'eq', parts.values('values'), true),
  ),
  phrase('(?:contains?|mentions?) (?<values>.+)', (parts) =>
    testOf({ kind: 'body' }, 'contains', parts.values('values')),
  ),
  phrase('(?:starts|begins) with (?<values>.+)', (parts) =>
    testOf(fieldOf('message'), 'starts', parts.values('values')),
  ),
  phrase('ends with (?<values>.+)', (parts) => testOf(fieldOf('message'), 'ends', parts.values('values'))),
  phrase(`(?<field>${[...attributeNames].join('|')})(?: :)? (?!not |in )(?<values>.+)`, named),
  phrase('(?<field>.+?) : (?<values>.+)', (parts) =>
    testOf(parts.field('field'), 'eq', parts.values('values')),
  ),
  phrase('(?<field>.+) NOTin (?<values>.+)', isIn),
  phrase('(?<field>.+?) (?:from|between) (?<low>\\S+) (?:to|-) (?<high>\\S+)', range),
  phrase(`(?<field>[a-z ]+?) (?:(?:is |was |has |got )?NOT(?<said>${happened})|(?<said>${happens}))`, isNow),
  phrase('(?<of>.+?) ISNOTan? (?<values>[a-z]+)', isKindOf),
];
