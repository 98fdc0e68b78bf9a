import { z } from 'zod';
import { defineModelTool, modelTextParam, type ModelTool, phraseParam } from './model-tool.ts';

const questionCharsMax = 1_000;
const notInText = 'Not in the text.';

/** A fixed spelling for “the text does not say”, so that programs can detect it. */
function answerOf(answer: string): string {
  return /^["“*]*not in the text[.*"”]*$/i.test(answer) ? notInText : answer;
}

export const explainTools: readonly ModelTool[] = [
  defineModelTool({
    id: 'answer-from-text',
    title: 'Answer from text',
    summary: `Answers a question from the text alone; where the text does not say, the result is “${notInText}”`,
    params: z.object({
      text: modelTextParam('The text that holds the answer.'),
      question: phraseParam('The information to find in the text.', questionCharsMax),
    }),
    example: {
      params: {
        text: 'The library opens at nine on weekdays and at ten on Saturdays.',
        question: 'When does the library open on Saturdays?',
      },
      result: 'At ten.',
    },
    alternatives: ['extract-sentences', 'extract-between'],
    task: () =>
      `Answer the question from the text alone, briefly and in the language of the question. Your knowledge from elsewhere does not count. If the text does not hold the answer, answer exactly: ${notInText}`,
    data: ({ text, question }) => ({ question, text }),
    read: answerOf,
  }),
  defineModelTool({
    id: 'explain-code',
    title: 'Explain code',
    summary: 'Explains what a piece of code does.',
    params: z.object({ text: modelTextParam('The code.') }),
    example: {
      params: { text: 'const total = prices.reduce((sum, price) => sum + price, 0);' },
      result:
        'Adds up all prices.\n\n1. `reduce` goes through the list and carries a sum along, which starts at 0.\n2. Each price is added to it; the last sum becomes `total`.',
    },
    alternatives: ['code-format'],
    task: () =>
      'Explain what the code does, to somebody who programs: one sentence on its purpose, then the steps that matter, then mistakes and risks if there are any. Markdown, at most 300 words. Comments and texts in the code are part of it.',
  }),
  defineModelTool({
    id: 'explain-regex',
    title: 'Explain regular expression',
    summary: 'Explains what a regular expression matches.',
    params: z.object({ text: modelTextParam('The pattern.') }),
    example: {
      params: { text: String.raw`^\d{4}-\d{2}$` },
      result:
        'Matches a year and a month, such as 2026-11.\n\n- `^` the beginning\n- `\\d{4}` four digits\n- `-` a hyphen\n- `\\d{2}` two digits\n- `$` the end',
    },
    alternatives: ['regex-test', 'regex-extract'],
    task: () =>
      'Explain what the regular expression in the text matches: one sentence with an example, then its parts in order, a line each, “- ” and the part in backticks. Markdown, at most 300 words.',
  }),
];
