import { lowerText, type Token } from '../language/token.ts';
import type { Action } from './program.ts';
import { readTemplate } from './read-template.ts';
import { replyVerbs } from './vocabulary.ts';

const replyFiller = new Set([
  'with',
  'the',
  'text',
  'message',
  'exactly',
  'by',
  'saying',
  ':',
  'words',
  'to',
  'sender',
]);

/** `reply with the text "…"`. What is not in quotation marks is not a reply but something to be written. */
export function readReply(tokens: readonly Token[]): Action | null {
  return readQuotedReply(tokens) ?? readPlainReply(tokens);
}

function readQuotedReply(tokens: readonly Token[]): Action | null {
  const [verb, ...rest] = tokens;
  const last = rest.at(-1);
  if (!replyVerbs.has(verb?.lower ?? '') || last?.kind !== 'text') return null;
  if (!rest.slice(0, -1).every(({ lower }) => replyFiller.has(lower))) return null;
  const template = readTemplate(last.text);
  return template === null ? null : { kind: 'reply', template };
}

const plainReply =
  /^(?:reply|respond|answer|say|return|finish)(?: with)? (ok|okay|done|yes|no|hello|hi|thanks|thank you|received|accepted|acknowledged|success|pong|got it)$/;
const acknowledgement =
  /^acknowledge(?: (?:it|this|receipt|the (?:delivery|event|webhook|request|payload)))?(?: of the (?:delivery|event|webhook|request|payload))?$/;

/** "reply with OK" and "acknowledge the delivery": the few words that need no quotation marks. */
function readPlainReply(tokens: readonly Token[]): Action | null {
  if (tokens.some(({ kind }) => kind !== 'word')) return null;
  const text = lowerText(tokens);
  if (acknowledgement.test(text)) return { kind: 'reply', template: ['Received.'] };
  const words = plainReply.exec(text)?.[1]?.split(' ').length ?? 0;
  if (words === 0) return null;
  return {
    kind: 'reply',
    template: [
      tokens
        .slice(-words)
        .map((token) => token.text)
        .join(' '),
    ],
  };
}
