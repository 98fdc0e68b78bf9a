import { fence, fenceRule, unwrapped } from '../../model-backed/fence.ts';
import { AnswerRejectedError, type Generate } from '../../model-backed/generate.ts';
import { changedPlaces } from './changed-places.ts';
import { protect } from './protect.ts';
import type { Rewritten } from './rewrite.ts';

const instructions = [
  'You rewrite a text so that it reads as if a careful person had written it, in the language it is in.',
  'Keep the meaning, the order, the paragraphs and the Markdown. Add nothing and leave nothing out.',
  'Prefer plain words and active verbs; vary the length of sentences; drop empty openings and slogans.',
  'Marks such as ⟦1⟧ stand for parts that must stay: keep each exactly once, at its place.',
  'Answer with the rewritten text and nothing else.',
  fenceRule,
].join('\n');

/**
 * Has a model rewrite a text. Code, quotations, addresses, numbers and names are hidden from it and put back; an answer
 * that lost one, or is empty, is rejected.
 */
export async function humanizeByModel(
  text: string,
  generate: Generate,
  signal: AbortSignal,
): Promise<Rewritten> {
  if (text.trim() === '') throw new AnswerRejectedError('There is nothing to rewrite.');
  const safe = protect(text, 'model');
  if (!safe || /⟦\d+⟧/.test(text)) throw new AnswerRejectedError('The text holds signs that serve as marks.');
  let count = 0;
  const hidden = safe.marked.replaceAll(/[\ue000-\uf8ff]/g, () => `⟦${(count += 1)}⟧`);
  const maxOutputTokens = Math.ceil(text.length / 2) + 200;
  const answer = await generate({ instructions, prompt: fence(hidden), maxOutputTokens, signal });
  const rewritten = unwrapped(answer.text);
  if (rewritten === '') throw new AnswerRejectedError('The answer is empty.');
  const result = putBack(rewritten, safe.spans);
  return { text: result, changes: changedPlaces(text, result) };
}

function putBack(answer: string, spans: readonly string[]): string {
  const marks = answer.match(/⟦\d+⟧/g) ?? [];
  const isWhole = marks.length === spans.length && new Set(marks).size === spans.length;
  if (!isWhole) throw new AnswerRejectedError('The model lost a protected part.');
  return answer.replaceAll(/⟦(\d+)⟧/g, (_, number: string) => {
    const span = spans[Number(number) - 1];
    if (span === undefined) throw new AnswerRejectedError('The model invented a protected part.');
    return span;
  });
}
