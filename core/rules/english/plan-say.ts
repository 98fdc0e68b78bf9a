import type { Token } from '../language/token.ts';
import { readFields } from './plan-fields.ts';
import { listed, match } from './plan-phrase.ts';
import { readTemplate } from './plan-template.ts';
import type { Action } from './plan-request.ts';
import type { Scope } from './plan-value.ts';

const reply = /^(?:reply|answer|respond|say) (?:with )?(?:: )?(?<text><text> )$/d;
const report = /^(?:report|list) (?<fields>(?:\S+ )+)$/d;
const summary = /^summari[sz]e (?:(?:the|this) (?:delivery|payload|event|webhook) )?$/;
const quotation = /^quote (?:the|this) (?:delivery|payload|event|body|text) $/;

/** A part of the answer. */
export function readSaying(tokens: readonly Token[], scope: Scope): Action | null {
  const inAnswer = { ...scope, isAnswer: true };
  if (match(tokens, summary) !== null) return say('{{summary()}}', 'Answers with a summary of the delivery');
  if (match(tokens, quotation) !== null) return say('{{text}}', 'Answers with the text of the delivery');
  const { text: [quoted] = [] } = match(tokens, reply) ?? {};
  const { fields = [] } = match(tokens, report) ?? {};
  if (quoted !== undefined) {
    const text = readTemplate(quoted.text, inAnswer);
    return text === null || text === '' ? null : say(text, `Answers ${JSON.stringify(quoted.text)}`);
  }
  // After a GET a field may be of its answer, which no step reads.
  const named = fields.length === 0 || scope.requested.includes('GET') ? null : readFields(fields, inAnswer);
  if (named === null) return null;
  const lines = named.map(({ name, cel }) => `${name}: {{json(${cel})}}`);
  return say(lines.join('\n'), `Reports ${listed(named.map(({ name }) => name))}`);
}

const say = (text: string, does: string): Action => ({ text, does });
