import { type Condition, type Test, wordsOfField } from '../condition/condition-tree.ts';
import { wordSet } from '../language/common-words.ts';
import { lowerAt, type Token } from '../language/token.ts';
import { isOfAnswer, type Source } from './evaluate-value.ts';

const answerWords =
  /^(?:(?:http |api |server )?(?:response|answer|result|request|reply)s?(?![a-z])|status code|http )/i;
const isHttpStatus = (value: string): boolean => /^[1-5]\d\d$/.test(value);

/**
 * Does a condition ask what the requests before it brought back, "the response is 404", rather than what was delivered?
 * After a GET any bare name may be of its answer.
 */
export function isAboutAnswer(condition: Condition, requested: Source['requested']): boolean {
  switch (condition.kind) {
    case 'always':
      return false;
    case 'not':
      return isAboutAnswer(condition.of, requested);
    case 'every':
    case 'some':
    case 'readings':
      return condition.of.some((each) => isAboutAnswer(each, requested));
    case 'test':
      return isTestOfAnswer(condition) || isOfAnswer(condition.field, requested);
  }
}

function isTestOfAnswer({ field, op, values }: Test): boolean {
  const words = wordsOfField(field) ?? '';
  return (
    answerWords.test(words) || (op === 'eq' && /\b(?:status|code)$/i.test(words) && values.some(isHttpStatus))
  );
}

/** What happens in a run, and is not delivered. */
const runNouns = wordSet(
  'error errors failure failures duplicate duplicates response responses answer answers email emails mail mails ' +
    'warning warnings redirect redirects timeout timeouts retry retries reply replies request requests sms ' +
    'attachment attachments formatting case whitespace blanks spaces punctuation',
);

/** "Ignore errors.", "No emails.": said of the run, not of the deliveries that it is for. */
export const isAboutRun = (tokens: readonly Token[]): boolean =>
  lowerAt(tokens, 0) === 'no' ||
  (/^(?:ignore|skip|drop|discard|exclude|disregard)$/.test(lowerAt(tokens, 0)) &&
    tokens.length <= shortMax &&
    tokens.some(({ lower }) => runNouns.has(lower)));

const shortMax = 4;
