import type { Phrase } from './phrase.ts';
import {
  compare,
  counted,
  atLeast,
  denied,
  fieldOf,
  from,
  labels,
  isIn,
  isKindOf,
  lengthOf,
  onBranch,
  person,
  mailFrom,
  named,
  ownedBy,
  presence,
  range,
  test,
  wherever,
} from './phrase-readers.ts';
import { eachOf, holdsMember, quantified } from './phrase-items.ts';
import { changed, changeOf, happenedAt, happens, stateOf } from './phrase-moments.ts';
import { presencePhrases } from './presence-phrases.ts';

const bound =
  '(?<bound>at least|no less than|no fewer than|at most|no more than|up to|more than|over|fewer than|less than|under|exactly|>=|<=|>|<)';
const longer =
  '(?<bound>longer than|shorter than|at least|at most|more than|over|less than|fewer than|under|up to)';
const is = '(?:is |are |was |were |has been |have been )';
const of = `(?:(?<of>.+?) ${is})?`;

/** How people say a condition other than by a field, an operator and a value. The first that can be read counts. */
export const phrases: readonly Phrase[] = [
  {
    isFirst: true,
    pattern: new RegExp(`^${of}(?<not>not )?(?:labell?ed|tagged)(?: as| with)? (?<values>.+)$`, 'd'),
    read: (parts) => labels(parts, / tagged /.test(` ${parts.text('')} `) ? 'tags' : 'labels'),
  },
  {
    pattern:
      /^(?:has|have|having|with|(?<not>without|no|(?:has|have) no|(?:does|do) not have)) (?:the |a |any )?(?<kind>label|tag)s?(?: :)? (?<values>.+)$/d,
    read: (parts) => labels(parts, `${parts.text('kind')}s`),
  },
  {
    isFirst: true,
    pattern: new RegExp(`^${of}(?<not>not )?assigned to (?<values>.+)$`, 'd'),
    read: (parts) =>
      denied(parts.text('not') !== '', test(ownedBy(parts, 'assignee'), 'eq', parts.values('values'))),
  },
  {
    isFirst: true,
    pattern: new RegExp(`^(?:${of}(?:unassigned|not assigned)|(?:nobody|no one|no-one) ${is}assigned)$`, 'd'),
    read: (parts) => denied(true, presence(ownedBy(parts, 'assignee'))),
  },
  {
    isFirst: true,
    pattern: new RegExp(`^(?<of>.+?) ${is}assigned$`, 'd'),
    read: (parts) => presence(ownedBy(parts, 'assignee')),
  },
  {
    isFirst: true,
    pattern: new RegExp(
      `^(?<mail>[a-z ]*(?:e-?mail|address|sender)(?: address)?) (?:domain )?${is}(?<not>not )?(?:from |at )?(?:(?<from>@?[\\w-]+(?:\\.[\\w-]+)+)|an? (?<of>[\\w.-]+)(?: e-?mail)? (?:address|account))$`,
      'd',
    ),
    read: (parts) => denied(parts.text('not') !== '', mailFrom(parts)),
  },
  {
    pattern: new RegExp(
      `^(?:${is}|comes? |came |sent )?(?<not>not )?(?:sent )?from (?:an? )?(?<from>.+?)(?: addresses| address| accounts| users)?$`,
      'd',
    ),
    read: (parts) => denied(parts.text('not') !== '', from(parts, person)),
  },
  {
    pattern: /^(?:(?:opened|created|written|submitted|posted|made) )?by (?:an? )?(?<from>.+)$/d,
    read: (parts) => from(parts, person),
  },
  {
    pattern: new RegExp(`^(?:${is})?ship(?:ped|ping)? to (?<values>.+)$`, 'd'),
    read: (parts) => test(fieldOf('shipping country'), 'eq', parts.values('values')),
  },
  { pattern: /^(?:to|on|into) (?:the )?(?<values>\S+)(?<branch> branch)?$/d, read: onBranch },
  {
    pattern: new RegExp(
      `^(?:(?:there (?:is|are)|has|have|having|with|contains|contain) )?${bound} (?<n>\\d+|one|two|three|four|five|ten) (?<things>.+)$`,
      'd',
    ),
    read: (parts) => compare(parts, counted(parts)),
  },
  {
    isFirst: true,
    pattern: new RegExp(`^${of}${longer} (?<n>\\d+) (?:characters?|chars|letters)(?: long)?$`, 'd'),
    read: (parts) => compare(parts, lengthOf(parts)),
  },
  {
    isFirst: true,
    pattern:
      /^(?<q>any|at least one|one|some|every|each|all|none|no)(?: of)?(?: the)? (?<list>[a-z]+(?: [a-z]+)?) (?:has|have|with|where|whose) (?:an? |the )?(?<inner>.+)$/d,
    read: quantified,
  },
  {
    isFirst: true,
    pattern:
      /^(?<q>any|at least one|one|some|every|each|all|none|no)(?: of)?(?: the)? (?<inner>[a-z]+(?: [a-z]+){0,2} (?:is|are|contains?|mentions?|starts?|begins?|ends?|over|under|above|below) .+)$/d,
    read: eachOf,
  },
  {
    pattern: /^(?:has|have|having|with|whose) (?:an? |the )?(?<field>[a-z]+)(?: :)? (?<values>"|\S*\d\S*)$/d,
    read: (parts) => test(parts.field('field'), 'eq', parts.values('values')),
  },
  ...presencePhrases,
  {
    isFirst: true,
    pattern: /^(?<field>.+?) (?:is |was |has been |has )?changed$/d,
    read: (parts) => presence(changeOf(parts)),
  },
  {
    pattern:
      /^(?:an? )?(?<field>[a-z ]+?)(?: of)? (?<values>\S+(?: [a-z]{3})?) or (?<bound>more|above|over|higher|less|below|under|fewer)$/d,
    read: (parts) => atLeast(parts),
  },
  {
    isFirst: true,
    pattern:
      /^(?:(?<of>.+?) (?:is |was |were ))?(?<when>[a-z]+ed|paid|sent) (?<bound>after|before|since) (?<values>.+)$/d,
    read: (parts) => happenedAt(parts),
  },
  {
    isFirst: true,
    pattern:
      /^(?<list>[a-z]+(?: [a-z]+)?) (?:contains?|includes?) (?:an? |the )?(?<field>[a-z]+) (?<values>"|\S*\d\S*)$/d,
    read: (parts) => holdsMember(parts),
  },
  {
    isFirst: true,
    pattern:
      /^(?:(?<field>.+?) )?(?:is |was |has been |has )?(?:(?:changed|moved|set|switched|transitioned|goes|went|changes|moves) (?:in)?to|becomes|became|turns|turned) (?<values>.+)$/d,
    read: changed,
  },
  {
    pattern:
      /^(?<values>high|highest|low|lowest|medium|normal|critical|urgent|p\d) (?<field>priority|severity|urgency|importance|risk)$/d,
    read: (parts) => test(parts.field('field'), 'eq', parts.values('values'), true),
  },
  {
    pattern: /^(?<verb>contains?|mentions?|starts with|begins with|ends with) (?<values>.+)$/d,
    read: (parts) => wherever(parts),
  },
  {
    pattern:
      /^(?<field>status|state|priority|severity|urgency|level|country|currency|language|plan|stage|type|category|environment|action|event)(?<colon> :)? (?!not |in )(?<values>.+)$/d,
    read: named,
  },
  {
    pattern: /^(?<field>.+?) : (?<values>.+)$/d,
    read: (parts) => test(parts.field('field'), 'eq', parts.values('values')),
  },
  { pattern: /^(?<field>.+) (?<not>not )?in (?<values>.+)$/d, read: isIn },
  {
    pattern: /^(?<field>.+?) (?:from|between) (?<low>\S+) (?:to|-) (?<high>\S+)$/d,
    read: (parts) => range(parts),
  },
  {
    pattern:
      /^(?<field>[a-z ]+?) (?:is |was |has |got )?(?<values>(?:not )?(?:succeeded|failed|created|opened|closed|paid|cancelled|canceled|refunded|completed|merged|updated|deleted|resolved|triggered|shipped|delivered|passed|captured|disputed|expired|approved|rejected|joined|left|started|finished|ended|signed|published|archived|bounced|subscribed|unsubscribed|accepted|declined))$/d,
    read: (parts) => stateOf(parts),
  },
  {
    pattern:
      /^(?<field>[a-z ]+?) (?<does>fails|succeeds|opens|closes|completes|expires|merges|starts|ends|ships|passes)$/d,
    read: happens,
  },
  {
    pattern: new RegExp(`^(?<of>.+?) ${is}(?<not>not )?an? (?<values>[a-z]+)$`, 'd'),
    read: (parts) => denied(parts.text('not') !== '', isKindOf(parts)),
  },
];
