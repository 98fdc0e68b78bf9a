import type { Token } from '../language/token.ts';
import { anyOf, isPhrase, match, maybe, oneOf, phrase, slot } from './phrase.ts';
import type { Payload } from './program.ts';
import { readMembers, readPairs } from './read-members.ts';
import { readJsonTemplate, readTemplate } from './read-template.ts';
import {
  articleWords,
  bodyWords,
  wholeAdjectives,
  wholeNouns,
  wholeNounsWithAdjective,
} from './vocabulary.ts';

const the = anyOf(`${articleWords} this`);
const asIs = maybe('(?:as is |unchanged )');
const described = phrase(
  the,
  oneOf(wholeAdjectives),
  anyOf(`${wholeAdjectives} ${articleWords}`),
  oneOf(wholeNounsWithAdjective),
  asIs,
);
const whole = phrase(the, slot('word', oneOf(`${wholeNouns} everything`)), asIs);
const summary = phrase(
  anyOf(`${articleWords} as`),
  maybe(oneOf('short brief')),
  'summary ',
  maybe(`of ${the}${oneOf('delivery payload event webhook')}`),
  maybe('json '),
);
/** "the JSON body containing …" says nothing that the content does not. The last word may be the field itself. */
const content = phrase(anyOf(`${articleWords} ${[...bodyWords].join(' ')}`), slot('content'));

/** What a request carries: a JSON literal, the whole delivery, a summary, a text, `a=1, b={{x}}`, or fields by name. */
export function readPayload(tokens: readonly Token[]): Payload | null {
  if (isPhrase(tokens, described)) return { kind: 'whole', word: null };
  const word = match(tokens, whole)?.['word']?.[0];
  if (word !== undefined) return { kind: 'whole', word: word.lower };
  if (isPhrase(tokens, summary)) return { kind: 'summary' };
  const inner = match(tokens, content)?.['content'] ?? tokens;
  const [only] = inner;
  const pairs =
    readPairs(tokens) ??
    (inner.length === 1 && /^(?:json|text)$/.test(only?.kind ?? '')
      ? null
      : (readMembers(inner) ?? readMembers(tokens)));
  if (pairs !== null) return { kind: 'pairs', pairs, encoding: 'json' };
  return inner.length === 1 && only !== undefined ? readContent(only) : null;
}

function readContent({ kind, text }: Token): Payload | null {
  const json = kind === 'json' || /^\s*[[{](?!\{)/.test(text) ? readJsonTemplate(text) : null;
  if (json !== null) return { kind: 'json', value: json };
  const template = kind === 'text' ? readTemplate(text) : null;
  return template === null ? null : { kind: 'text', template };
}
