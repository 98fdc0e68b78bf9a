import { z } from 'zod';
import { choiceParam } from '../params.ts';
import { wordCount } from '../skills/word-count.ts';
import { AnswerRejectedError } from './generate.ts';
import {
  defineModelTool,
  modelTextParam,
  type ModelTool,
  phraseParam,
  tokensFor,
  tokensForText,
} from './model-tool.ts';

const levels = {
  easy: 'the simplest everyday words and sentences of at most ten words, one thought each',
  plain: 'plain words and short sentences; explain every technical term that has to stay',
  general: 'the words of a good newspaper; shorten long sentences and drop jargon',
} as const;

const wordsMax = 5_000;
const faithful = 'Keep its meaning, its facts, its names and its numbers, its language and its Markdown.';

const audienceParam = phraseParam('The readers, such as new customers.').optional();
const wordsParam = (description: string) => z.int().min(1).max(wordsMax).optional().describe(description);
const forAudience = (audience: string | undefined) =>
  audience === undefined ? '' : ' Write for the audience that is named.';

/** Models count words badly, so a third more is accepted. */
function shorter(answer: string, { text, words }: { text: string; words?: number | undefined }): string {
  const isWithin = words === undefined || wordCount(answer) <= Math.ceil((words * 4) / 3) + 3;
  if (answer.length > text.length || !isWithin) throw new AnswerRejectedError('It was not short enough.');
  return answer;
}

function longer(answer: string, { text }: { text: string }): string {
  if (wordCount(answer) <= wordCount(text)) throw new AnswerRejectedError('It was not longer than the text.');
  return answer;
}

export const rewriteTools: readonly ModelTool[] = [
  defineModelTool({
    id: 'rewrite-text',
    title: 'Rewrite text',
    summary: 'Says the same in other words.',
    params: z.object({
      text: modelTextParam(),
      tone: phraseParam('How it should sound, such as friendly.').optional(),
      audience: audienceParam,
    }),
    example: {
      params: { text: 'Due to the fact that it rained, the match was not able to take place.' },
      result: 'The match was called off because of rain.',
    },
    alternatives: ['remove-repeated-words', 'find-replace'],
    task: ({ tone, audience }) =>
      `Rewrite the text in other words, clearer than it is. ${faithful}${tone === undefined ? '' : ' Give it the tone that is named.'}${forAudience(audience)}`,
    data: ({ text, tone, audience }) => ({ tone, audience, text }),
    outputTokensMax: tokensForText,
  }),
  defineModelTool({
    id: 'change-tone',
    title: 'Change tone',
    summary: 'Gives the text another tone.',
    params: z.object({
      text: modelTextParam(),
      tone: phraseParam('How it should sound, such as formal, friendly or confident.'),
      audience: audienceParam,
    }),
    example: {
      params: { text: 'Send me the file now.', tone: 'polite' },
      result: 'Could you please send me the file when you have a moment?',
    },
    alternatives: ['sentence-case', 'find-replace'],
    task: ({ audience }) =>
      `Rewrite the text in the tone that is named, and change as little else as possible. ${faithful}${forAudience(audience)}`,
    data: ({ text, tone, audience }) => ({ tone, audience, text }),
    outputTokensMax: tokensForText,
  }),
  defineModelTool({
    id: 'simplify-text',
    title: 'Simplify text',
    summary: 'Makes the text easier to read.',
    params: z.object({
      text: modelTextParam(),
      level: choiceParam('How simple: easy is the simplest.', ['easy', 'plain', 'general'], 'plain'),
    }),
    example: {
      params: { text: 'The medication is contraindicated in patients with renal impairment.' },
      result: 'People whose kidneys do not work well should not take this medicine.',
    },
    alternatives: ['readability-score', 'longest-words'],
    task: ({ level }) => `Make the text easier to read: ${levels[level]}. ${faithful}`,
    outputTokensMax: tokensForText,
  }),
  defineModelTool({
    id: 'shorten-text',
    title: 'Shorten text',
    summary: 'Says the same in fewer words.',
    params: z.object({ text: modelTextParam(), words: wordsParam('About how many words; absent: half.') }),
    example: {
      params: {
        text: 'We would like to take this opportunity to inform you that our office will be closed on Monday.',
        words: 6,
      },
      result: 'Our office is closed on Monday.',
    },
    alternatives: ['truncate-text'],
    task: ({ words }) =>
      `Shorten the text to ${words === undefined ? 'half its length' : `at most ${words} words`}. ${faithful} Leave out what matters least.`,
    outputTokensMax: tokensForText,
    read: shorter,
  }),
  defineModelTool({
    id: 'expand-text',
    title: 'Expand text',
    summary: 'Writes the text out at greater length.',
    params: z
      .object({
        text: modelTextParam(),
        words: wordsParam('About how many words, more than the text has; absent: twice as many.'),
      })
      .refine(({ text, words }) => words === undefined || words > wordCount(text), {
        path: ['words'],
        error: 'must be more than the text has',
      }),
    example: {
      params: { text: 'Water the plant weekly.', words: 12 },
      result: 'Water the plant once a week, so that its soil never dries out.',
    },
    alternatives: ['fill-template', 'lorem-ipsum'],
    task: ({ words }) =>
      `Write the text out at greater length, to ${words === undefined ? 'about twice its length' : `about ${words} words`}. ${faithful} Explain what it says; invent no facts, names or numbers.`,
    // Twice the text, or so many words of six letters.
    outputTokensMax: ({ text, words = 0 }) => tokensFor(Math.max(2 * text.length, 6 * words)),
    read: longer,
  }),
];
