import { readField } from '../condition/read-field.ts';
import type { Token } from '../language/token.ts';
import { anyOf, isPhrase, match, maybe, oneOf, phrase, slot } from './phrase.ts';
import type { Action } from './program.ts';
import { readFieldList } from './read-field-list.ts';
import { readTemplate } from './read-template.ts';
import {
  articleWords,
  deliveryNouns,
  replyVerbs,
  reportVerbs,
  summaryVerbs,
  writeVerbs,
} from './vocabulary.ts';

type Slots = Readonly<Record<string, readonly Token[]>>;

const rest = slot('rest', '(?:\\S+ )*');

/** Each way of asking for something that is said: a reply, a summary, a report. */
const sayings: readonly { readonly said: RegExp; readonly read: (slots: Slots) => Action | null }[] = [
  // What is not in quotation marks is not a reply but something to be written,
  {
    said: phrase(
      oneOf(replyVerbs),
      anyOf('with the text message exactly by saying : words to sender'),
      slot('text', '«text» '),
    ),
    read: ({ text = [] }) => {
      const template = readTemplate(text[0]?.text ?? '');
      return template === null ? null : { kind: 'reply', template };
    },
  },
  // but for a few words.
  {
    said: phrase(
      oneOf('reply respond answer say return finish'),
      maybe('with '),
      slot(
        'words',
        '(?:ok|okay|done|yes|no|hello|hi|thanks|thank you|received|accepted|acknowledged|success|pong|got it) ',
      ),
    ),
    read: ({ words = [] }) => ({ kind: 'reply', template: [words.map(({ text }) => text).join(' ')] }),
  },
  {
    said: phrase(
      'acknowledge ',
      maybe('(?:it|this|receipt|the (?:delivery|event|webhook|request|payload)) '),
      maybe('of the (?:delivery|event|webhook|request|payload) '),
    ),
    read: () => ({ kind: 'reply', template: ['Received.'] }),
  },
  { said: phrase(oneOf(summaryVerbs), rest), read: ({ rest: what = [] }) => summaryOf(what) },
  {
    said: phrase(
      oneOf(writeVerbs),
      anyOf('me us back with a an the short brief :'),
      'summary ',
      maybe(`of ${rest}`),
    ),
    read: ({ rest: what = [] }) => summaryOf(what),
  },
  {
    said: phrase(oneOf(reportVerbs), anyOf('me us back with out : please'), rest),
    read: ({ rest: what = [] }) => reportOf(what),
  },
];

/** `reply with the text "…"`, "write a short summary of the order", "report the status and the total". */
export function readSaying(tokens: readonly Token[]): Action | null {
  for (const { said, read } of sayings) {
    const slots = match(tokens, said);
    const action = slots === null ? null : read(slots);
    if (action !== null) return action;
  }
  return null;
}

/** "report what arrived" asks for no field but for all of it. */
const arrived = phrase(
  '(?:what (?:arrived|came in|was received|happened)|(?:the |this )?(?:whole |entire |incoming )?(?:delivery|payload|webhook)) ',
);
const short = phrase(slot('rest', '(?:\\S+ )*?'), 'in (?:one|a single) (?:short |brief )?(?:sentence|line) ');
const delivery = phrase(anyOf(`${articleWords} ${deliveryNouns} whole entire incoming received`));
/** What came back from elsewhere is not the delivery. */
const elsewhere = /^(?:page|answer|response|result|website|site|link)$/;

function summaryOf(all: readonly Token[]): Action | null {
  const cut = match(all, short)?.['rest'];
  const tokens = cut ?? all;
  const isOneSentence = cut !== undefined;
  if (isPhrase(tokens, arrived) || isPhrase(tokens, delivery))
    return { kind: 'summarise', field: null, isOneSentence };
  const named = tokens[0]?.lower === 'this' ? tokens.slice(1) : tokens;
  const field = named.some(({ lower }) => elsewhere.test(lower)) ? null : readField(named);
  return field === null ? null : { kind: 'summarise', field, isOneSentence };
}

const answer = phrase(
  '(?:the |its )?(?:api |http |server )?(?:response|answer|result) (?:(?:body|status|code|status code) )?',
);

function reportOf(named: readonly Token[]): Action | null {
  if (isPhrase(named, arrived)) return { kind: 'summarise', field: null, isOneSentence: false };
  if (isPhrase(named, answer)) return { kind: 'report-answer' };
  // A longer quotation is something to say, not the name of a field.
  if (named.some(({ kind, text }) => kind === 'text' && /[\s{}]/.test(text))) return null;
  const fields = readFieldList(named);
  return fields === null ? null : { kind: 'report', fields };
}
