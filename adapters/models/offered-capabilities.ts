import type { JSONSchema7 } from '@ai-sdk/provider';
import { jsonSchema, tool, type ToolSet } from 'ai';
import type { z } from 'zod';

import type { AnswerSchema } from '#contracts/answer-schema.ts';
import type { TurnInput } from '#capabilities/agent-turn.ts';
import { finishWithJson } from '#capabilities/finish.ts';
import { capabilities } from '#capabilities/index.ts';
import { strictForm } from './answer-form.ts';
import { operationsBytes, operationTools } from './offered-operations.ts';
import { wireSchema } from './wire-schema.ts';

type Listed = (typeof capabilities)[number];

type OfferedIn = Pick<
  TurnInput,
  'delivery' | 'withheld' | 'answerSchema' | 'readsEarlierRuns' | 'operations'
>;

/** A chat has no delivery. */
const isOffered = (
  capability: Listed,
  { delivery, readsEarlierRuns = false, withheld = [] }: OfferedIn,
): boolean =>
  (delivery !== null || !('needsDelivery' in capability)) &&
  (readsEarlierRuns || !('needsConsent' in capability)) &&
  !withheld.includes(capability.name);

interface Offered {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly schema: JSONSchema7;
}

/** The capabilities offered to a model. Schemas are built once, because every run needs them. */
const offered = capabilities.map((capability) => ({ capability, schema: wireSchema(capability.wireInput) }));

const offeredIn = (input: OfferedIn): readonly Offered[] =>
  offered
    .filter(({ capability }) => isOffered(capability, input))
    .map(({ capability: { name, description, input: parser, kind }, schema }) =>
      kind === 'finish' && input.answerSchema != null
        ? { name, description, input: finishWithJson, schema: withAnswer(schema, input.answerSchema) }
        : { name, description, input: parser, schema },
    );

/** `finish` for an answer of its owner's schema: bound to that, or JSON as text. */
function withAnswer(schema: JSONSchema7, answerSchema: AnswerSchema): JSONSchema7 {
  const answer = strictForm(answerSchema) ?? { type: 'string', description: 'The answer: JSON as text.' };
  return { ...schema, properties: { ...schema.properties, answer } };
}

/** The tools of a turn. `isStrict`: whether the provider is to hold the model to the schemas. */
export const toolsFor = (input: OfferedIn, isStrict: boolean): ToolSet => ({
  ...operationTools(input, isStrict),
  ...Object.fromEntries(
    offeredIn(input).map((one) => [
      one.name,
      tool({
        description: one.description,
        inputSchema: inputSchema(one),
        ...(isStrict && { strict: true }),
      }),
    ]),
  ),
});

/** Size that the tool definitions add to every prompt. */
export const toolsBytes = (input: OfferedIn): number =>
  offeredIn(input).reduce((sum, { name, description, schema }) => {
    const known = sizes.get(schema) ?? Buffer.byteLength(JSON.stringify([name, description, schema]));
    return sum + known;
  }, operationsBytes(input));

const sizes = new Map(
  offered.map(({ capability: { name, description }, schema }) => [
    schema,
    Buffer.byteLength(JSON.stringify([name, description, schema])),
  ]),
);

/** The kinds of policies that capabilities of a turn go by, and how to list those of the agent. */
export const accessListsOf = (input: OfferedIn) =>
  capabilities.flatMap((one) => ('access' in one && isOffered(one, input) ? [one.access] : []));

function inputSchema({ input, schema }: Offered) {
  return jsonSchema(schema, {
    validate: (value) => {
      const result = input.safeParse(value);
      return result.success ? { success: true, value } : { success: false, error: result.error };
    },
  });
}
