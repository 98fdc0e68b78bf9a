import { generateText, jsonSchema, NoObjectGeneratedError, Output } from 'ai';
import type { z } from 'zod';

import type { TurnUsage } from '#contracts/turn.ts';
import type { LoadedModel } from './loaded-model.ts';
import { mostTokens, wrappingTokens } from './estimate-turn.ts';
import { observedCall } from './observed-call.ts';
import { outputTokensOf } from './output-tokens.ts';
import { paidCall } from './paid-call.ts';
import { settingsOfCall } from './call-model.ts';
import { noUsage } from '#domain/no-usage.ts';
import { ModelFailure } from '#domain/model-failure.ts';
import { wellFormed } from '#domain/well-formed.ts';
import { toModelFailure } from './to-model-failure.ts';
import { usageOf } from './usage.ts';
import { wireSchema } from './wire-schema.ts';

interface Question<S extends z.ZodType> {
  readonly instructions: string;
  readonly prompt: string;
  /** A JPEG to send with the prompt. */
  readonly image?: Uint8Array;
  readonly schema: S;
  /** The schema in words, for servers that ignore the schema. */
  readonly shape: string;
  /** The limit of the object alone, without reasoning. */
  readonly maxOutputTokens: number;
  readonly functionId: string;
  readonly signal: AbortSignal | undefined;
  /** Parses an answer that does not match the schema; null if that is impossible. */
  readonly parseLoosely?: (answer: string) => z.output<S> | null;
}

interface Answered<S extends z.ZodType> {
  readonly object: z.output<S>;
  readonly usage: TurnUsage;
}

/** One call whose answer must be an object of the schema. No tools, no retries. Throws ModelFailure. */
export async function askForObject<S extends z.ZodType>(
  loaded: LoadedModel,
  question: Question<S>,
): Promise<Answered<S>> {
  return await paidCall(
    loaded,
    () => mostOf(loaded, question),
    () =>
      observedCall(
        loaded,
        question.functionId,
        () => ask(loaded, question),
        ({ usage }) => usage,
      ),
    ({ object, usage }) => ({ usage, bytes: Buffer.byteLength(JSON.stringify(object)) }),
  );
}

/** The most that a question about texts may use. */
function mostOf(
  loaded: LoadedModel,
  { instructions, shape, prompt, schema, maxOutputTokens }: Question<z.ZodType>,
) {
  const asked = JSON.stringify([instructions, shape, prompt, wireSchema(schema)]);
  const inputTokens = mostTokens(asked) + wrappingTokens;
  const outputTokens = outputTokensOf(loaded, maxOutputTokens);
  const { amountMicros } = loaded.costOf({ ...noUsage, inputTokens, outputTokens });
  return () => ({ inputTokens, outputTokens, amountMicros });
}

async function ask<S extends z.ZodType>(loaded: LoadedModel, question: Question<S>): Promise<Answered<S>> {
  const { schema, image, signal, parseLoosely, functionId } = question;
  const prompt = wellFormed(question.prompt);
  const maxOutputTokens = outputTokensOf(loaded, question.maxOutputTokens);
  try {
    const result = await generateText({
      ...settingsOfCall(loaded, { maxOutputTokens, signal, functionId }),
      instructions: `${question.instructions}\n\nAnswer with one JSON object and nothing else: ${question.shape}`,
      messages: [
        {
          role: 'user',
          content: image ? [{ type: 'text', text: prompt }, jpegPart(image)] : prompt,
        },
      ],
      output: Output.object({ schema: schemaOf(schema) }),
    });
    return { object: result.output, usage: usageOf(result.usage) };
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error))
      throw toModelFailure(error, { signal, prompt, secrets: loaded.secrets });
    const object = error.finishReason === 'length' ? null : (parseLoosely?.(error.text ?? '') ?? null);
    if (error.usage === undefined) throw new ModelFailure({ kind: 'bad-answer' });
    const usage = usageOf(error.usage);
    if (object === null) throw new ModelFailure({ kind: 'bad-answer' }, null, usage);
    return { object, usage };
  }
}

function schemaOf<S extends z.ZodType>(schema: S) {
  return jsonSchema<z.output<S>>(wireSchema(schema), {
    validate: (value) => {
      const { data, error } = schema.safeParse(value);
      return error === undefined ? { success: true, value: data as z.output<S> } : { success: false, error };
    },
  });
}

const jpegPart = (data: Uint8Array) => ({ type: 'file', mediaType: 'image/jpeg', data }) as const;
