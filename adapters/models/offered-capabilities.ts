import type { JSONSchema7 } from '@ai-sdk/provider';
import { jsonSchema, tool, type ToolSet } from 'ai';

import type { TurnInput } from '#capabilities/agent-turn.ts';
import { capabilities } from '#capabilities/index.ts';
import { wireSchema } from './wire-schema.ts';

type Listed = (typeof capabilities)[number];

type OfferedIn = Pick<TurnInput, 'delivery' | 'withheld'>;

/** A chat has no delivery. */
const isOffered = (capability: Listed, { delivery, withheld = [] }: OfferedIn): boolean =>
  (delivery !== null || !('needsDelivery' in capability)) && !withheld.includes(capability.name);

/** The capabilities offered to a model. Schemas are built once, because every run needs them. */
const offered = capabilities.map((capability) => ({ capability, schema: wireSchema(capability.wireInput) }));

/** The tools of a turn. `isStrict`: whether the provider is to hold the model to the schemas. */
export const toolsFor = (input: OfferedIn, isStrict: boolean): ToolSet =>
  Object.fromEntries(
    offered
      .filter(({ capability }) => isOffered(capability, input))
      .map(({ capability, schema }) => [
        capability.name,
        tool({
          description: capability.description,
          inputSchema: inputSchema(capability, schema),
          ...(isStrict && { strict: true }),
        }),
      ]),
  );

/** Size that the tool definitions add to every prompt. */
export const toolsBytes = (input: OfferedIn): number =>
  sizes.reduce((sum, { capability, bytes }) => sum + (isOffered(capability, input) ? bytes : 0), 0);

const sizes = offered.map(({ capability, schema }) => ({
  capability,
  bytes: Buffer.byteLength(JSON.stringify([capability.name, capability.description, schema])),
}));

/** The kinds of policies that capabilities of a turn go by, and how to list those of the agent. */
export const accessListsOf = (input: OfferedIn) =>
  capabilities.flatMap((one) => ('access' in one && isOffered(one, input) ? [one.access] : []));

function inputSchema({ input }: Listed, schema: JSONSchema7) {
  return jsonSchema(schema, {
    validate: (value) => {
      const result = input.safeParse(value);
      return result.success ? { success: true, value } : { success: false, error: result.error };
    },
  });
}
