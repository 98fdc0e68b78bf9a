import { z } from 'zod';
import { objectInText } from './object-in-text.ts';
import { jsonText } from '../output.ts';
import { withoutMarkup } from './answer-lines.ts';
import { AnswerRejectedError } from './generate.ts';
import { defineModelTool, modelTextParam, type ModelTool, phraseParam } from './model-tool.ts';

const labelsMax = 50;
/** Enough for a label with quotation marks and a word before it. */
const answerCharsMax = 200;
const folded = (text: string) => text.toLowerCase();

const labelsParam = z
  .array(phraseParam('A label.'))
  .min(2)
  .max(labelsMax)
  .refine((labels) => new Set(labels.map(folded)).size === labels.length, 'must not name one label twice')
  .meta({ description: 'The possible kinds of the text; the result is one of them.' });

/** Normalises a label: drops whatever the model put around it. */
const core = (text: string) =>
  folded(text)
    .replace(/^label:/, '')
    .replaceAll(/^[\s"“”'.*]+|[\s"“”'.*]+$/g, '');

/** The label in the caller's spelling. */
function labelOf(answer: string, { labels }: { labels: readonly string[] }): string {
  const said = withoutMarkup(answer);
  const label =
    labels.find((each) => folded(each) === folded(said)) ??
    labels.find((each) => said.length <= answerCharsMax && core(each) === core(said));
  if (label === undefined) throw new AnswerRejectedError('It was none of the labels.');
  return label;
}

const Sentiment = z
  .object({
    sentiment: z.enum(['positive', 'negative', 'neutral', 'mixed']),
    score: z.number().min(-1).max(1),
    reason: z.string().trim().min(1).max(500),
  })
  .refine(
    ({ sentiment, score }) =>
      (sentiment !== 'positive' || score > 0) && (sentiment !== 'negative' || score < 0),
  );

function sentimentOf(answer: string): string {
  const { data, success } = Sentiment.safeParse(objectInText(answer));
  if (!success) throw new AnswerRejectedError('It was not the JSON object that was asked for.');
  const { sentiment, score, reason } = data;
  return jsonText({ sentiment, score: Math.round(score * 100) / 100, reason });
}

export const classifyTools: readonly ModelTool[] = [
  defineModelTool({
    id: 'classify-text',
    title: 'Classify text',
    summary: 'Tells which of the labels fits the text best; gives that label.',
    params: z.object({ text: modelTextParam(), labels: labelsParam }),
    example: {
      params: {
        text: 'The parcel arrived broken. I want my money back.',
        labels: ['praise', 'question', 'complaint'],
      },
      result: 'complaint',
    },
    alternatives: ['closest-match', 'keyword-density'],
    task: () =>
      'Decide which of the labels fits the text best. Answer with that label, exactly as it is written, and nothing else. One always fits best.',
    data: ({ text, labels }) => ({ labels: labels.join('\n'), text }),
    read: labelOf,
  }),
  defineModelTool({
    id: 'analyze-sentiment',
    title: 'Analyze sentiment',
    summary: 'Tells whether the text sounds positive, negative, neutral or mixed, from -1 to 1; gives JSON.',
    params: z.object({ text: modelTextParam() }),
    example: {
      params: { text: 'The staff were wonderful and the food came at once.' },
      result: jsonText({ sentiment: 'positive', score: 0.9, reason: 'The staff and the speed are praised.' }),
    },
    alternatives: ['word-frequency'],
    task: () =>
      'Judge how the writer of the text feels about its subject. Answer with one JSON object and nothing else: {"sentiment": "positive" | "negative" | "neutral" | "mixed", "score": from -1 (negative) to 1 (positive), "reason": one short sentence}.',
    read: sentimentOf,
  }),
];
