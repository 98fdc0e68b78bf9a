import type { Token } from '../language/token.ts';
import { anyOf, cutsOf, isPhrase, match, oneOf, phrase, readPieces, slot } from './phrase.ts';
import type { Action } from './program.ts';
import { readSaying } from './read-saying.ts';
import { readEach } from './read-each.ts';
import { readRequest } from './read-request.ts';
import { actionVerbs, sequenceWords } from './vocabulary.ts';

/** Names of the headers that Network Access attaches, lower case. */
export type StoredHeaders = readonly string[];

/** A verb behind a joint: another action may begin there. */
const joint = new RegExp(
  `(?<=(?:^| )(?:,|${oneOf(sequenceWords).trim()}) )${oneOf(`${[...actionVerbs].join(' ')} do`)}`,
  'g',
);
/** Without the words that only put actions in order. */
const ordered = phrase(
  anyOf(`${sequenceWords} ,`),
  slot('rest', '(?:\\S+ )*?'),
  `${anyOf(`${sequenceWords} ,`)}$`,
);
const nothing = phrase(
  '(?:do nothing (?:else )?|(?:ignore|skip) (?:(?:it|this|the delivery|the event|this delivery) )?|stop )',
);

/** The actions of a sentence, joined by "and", "then" or commas; null when a word of it is not understood. */
export function readActions(tokens: readonly Token[], stored: StoredHeaders): readonly Action[] | null {
  if (tokens.length === 0) return null;
  const each = readEach(tokens, (rest) => readActions(rest, stored));
  if (each !== null) return [each];
  return readPieces(tokens, cutsOf(tokens, joint), (piece) =>
    readAction(match(piece, ordered)?.['rest'] ?? [], stored),
  );
}

const readAction = (tokens: readonly Token[], stored: StoredHeaders): Action | null =>
  isPhrase(tokens, nothing) ? { kind: 'nothing' } : (readRequest(tokens, stored) ?? readSaying(tokens));
