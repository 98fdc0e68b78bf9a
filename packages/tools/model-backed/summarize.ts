import { z } from 'zod';
import { choiceParam, integerParam } from '../params.ts';
import { answerLines } from './answer-lines.ts';
import { AnswerRejectedError } from './generate.ts';
import { defineModelTool, modelTextParam, type ModelTool } from './model-tool.ts';

const sizes = {
  paragraph: {
    short: 'one or two sentences',
    medium: 'one paragraph of three to five sentences',
    long: 'two or three paragraphs',
  },
  bullets: {
    short: 'a list of at most three lines, each “- ” and one sentence',
    medium: 'a list of four to six lines, each “- ” and one sentence',
    long: 'a list of seven to twelve lines, each “- ” and one sentence',
  },
} as const;

const titleCharsMax = 200;

/** Normalises whitespace and case for comparison. */
const folded = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Keeps only keywords that occur in the text; others are invented or come from a prompt injection. */
function keywordsOf(answer: string, { text, count }: { text: string; count: number }): string {
  const source = folded(text);
  const found = answerLines(answer).filter((keyword) => source.includes(folded(keyword)));
  if (found.length === 0) throw new AnswerRejectedError('It named nothing that occurs in the text.');
  return found.slice(0, count).join('\n');
}

function titlesOf(answer: string, { count }: { count: number }): string {
  const titles = answerLines(answer).filter((title) => title.length <= titleCharsMax);
  if (titles.length === 0) throw new AnswerRejectedError('It held no title.');
  return titles.slice(0, count).join('\n');
}

export const summarizeTools: readonly ModelTool[] = [
  defineModelTool({
    id: 'summarize-text',
    title: 'Summarize text',
    summary: 'Says what matters in the text, in few words and in its language.',
    params: z.object({
      text: modelTextParam(),
      length: choiceParam('How long the summary is.', ['short', 'medium', 'long'], 'medium'),
      format: choiceParam('The form of the summary.', ['paragraph', 'bullets'], 'paragraph'),
    }),
    example: {
      params: {
        text: 'The library opens at nine on weekdays and at ten on Saturdays. On Sundays it is closed. In July the reading room is being painted, so that books can only be lent and returned.',
        length: 'short',
      },
      result:
        'The library opens at nine on weekdays, at ten on Saturdays and not on Sundays. In July it only lends and takes back books.',
    },
    alternatives: ['truncate-text', 'extract-sentences', 'keyword-density'],
    task: ({ length, format }) =>
      `Summarize the text in its own language, as ${sizes[format][length]}. Say only what the text says, and nothing about it.`,
  }),
  defineModelTool({
    id: 'extract-keywords',
    title: 'Extract keywords',
    summary: 'Lists the words and phrases that tell best what the text is about, a line each.',
    params: z.object({
      text: modelTextParam(),
      count: integerParam('How many at most.', 1, 50, 10),
    }),
    example: {
      params: {
        text: 'Tomatoes on a balcony need sun for six hours a day and a pot of at least ten litres.',
        count: 3,
      },
      result: 'Tomatoes\nbalcony\nsun',
    },
    alternatives: ['keyword-density', 'word-frequency'],
    task: ({ count }) =>
      `List the ${count} words or short phrases that tell best what the text is about, the most telling first, fewer where the text is short. One a line, each exactly as it stands in the text.`,
    read: keywordsOf,
  }),
  defineModelTool({
    id: 'title-ideas',
    title: 'Title ideas',
    summary: 'Proposes titles for the text, or for a topic, a line each.',
    params: z.object({
      text: modelTextParam('The text, or its topic.'),
      count: integerParam('How many at most.', 1, 20, 5),
    }),
    example: {
      params: { text: 'How to grow tomatoes on a balcony with little sun', count: 2 },
      result: 'Tomatoes in the Shade: A Balcony Guide\nLittle Sun, Ripe Tomatoes',
    },
    alternatives: ['title-case', 'serp-check'],
    task: ({ count }) =>
      `Propose ${count} different titles for the text, in its language. One a line, none longer than 100 characters. Promise nothing that the text does not hold.`,
    read: titlesOf,
  }),
];
