import { jsonSchema, tool, type ToolSet } from 'ai';
import { z } from 'zod';

import { capabilities } from '../capabilities/index.ts';

type Listed = (typeof capabilities)[number];

/** The capabilities offered to a model. Schemas are built once, because every run needs them. */
const offered = capabilities.map((capability) => ({
  capability,
  wireSchema: z.toJSONSchema(capability.wireInput),
}));

const toolSet = (isOffered: (capability: Listed) => boolean): ToolSet =>
  Object.fromEntries(
    offered
      .filter(({ capability }) => isOffered(capability))
      .map(({ capability, wireSchema }) => [
        capability.name,
        tool({
          description: capability.description,
          inputSchema: inputSchema(capability, wireSchema),
          strict: true,
        }),
      ]),
  );

export const deliveryTools = toolSet(() => true);

/** A chat has no delivery. */
export const chatTools = toolSet((capability) => !('needsDelivery' in capability));

/** Size that the tool definitions add to every prompt. */
export const toolsBytes = Buffer.byteLength(
  JSON.stringify([
    Object.fromEntries(capabilities.map(({ name, description }) => [name, description])),
    offered.map(({ wireSchema }) => wireSchema),
  ]),
);

function inputSchema({ input }: Listed, wireSchema: object) {
  return jsonSchema(wireSchema, {
    validate: (value) => {
      const result = input.safeParse(value);
      return result.success ? { success: true, value } : { success: false, error: result.error };
    },
  });
}
