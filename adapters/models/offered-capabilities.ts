import type { JSONSchema7 } from '@ai-sdk/provider';
import { jsonSchema, tool, type ToolSet } from 'ai';

import { capabilities } from '#capabilities/index.ts';
import { wireSchema } from './wire-schema.ts';

type Listed = (typeof capabilities)[number];

interface Offer {
  /** A chat has no delivery. */
  readonly hasDelivery: boolean;
  /** Whether the provider is to hold the model to the schemas. */
  readonly isStrict: boolean;
}

/** The capabilities offered to a model. Schemas are built once, because every run needs them. */
const offered = capabilities.map((capability) => ({ capability, schema: wireSchema(capability.wireInput) }));

/** The tools of a turn. */
export const toolsFor = ({ hasDelivery, isStrict }: Offer): ToolSet =>
  Object.fromEntries(
    offered
      .filter(({ capability }) => hasDelivery || !('needsDelivery' in capability))
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
export const toolsBytes = Buffer.byteLength(
  JSON.stringify([
    Object.fromEntries(capabilities.map(({ name, description }) => [name, description])),
    offered.map(({ schema }) => schema),
  ]),
);

function inputSchema({ input }: Listed, schema: JSONSchema7) {
  return jsonSchema(schema, {
    validate: (value) => {
      const result = input.safeParse(value);
      return result.success ? { success: true, value } : { success: false, error: result.error };
    },
  });
}
