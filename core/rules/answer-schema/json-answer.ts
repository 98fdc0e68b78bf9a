import type { AnswerSchema } from '#contracts/answer-schema.ts';
import { parseJson } from '#domain/json-value.ts';
import { describeMistake } from './describe-mistake.ts';
import { mistakesIn } from './validator.ts';

/** An answer as it is kept, or a sentence that says why it is none. */
export type JsonAnswer = { readonly text: string } | { readonly problem: string };

/** As much as is kept of any answer. */
const bytesMax = 64 * 1024;

/** All of the text, which a model may put into a fence. */
const fence = /^```(?:json)?\s*\n([^]*)\n\s*```$/;

/** Reads an answer that must be JSON of a schema, and nothing else. Numbers keep their digits. */
export function readJsonAnswer(schema: AnswerSchema, said: string): JsonAnswer {
  if (Buffer.byteLength(said) > bytesMax) return { problem: 'it is longer than 64 KB.' };
  const trimmed = said.trim();
  const read = parseJson(fence.exec(trimmed)?.[1] ?? trimmed);
  if (read === null) return { problem: 'it is not JSON alone.' };
  const text = JSON.stringify(read.value);
  const [mistake] = mistakesIn(schema, JSON.parse(text)).slice(-1);
  return mistake === undefined ? { text } : { problem: describeMistake(schema, mistake) };
}
