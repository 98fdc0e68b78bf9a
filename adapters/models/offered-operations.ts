import type { JSONSchema7 } from '@ai-sdk/provider';
import { jsonSchema, tool, type ToolSet } from 'ai';

import { callOf } from '#apis/call-of.ts';
import { argumentsSchema } from '#apis/arguments.ts';
import type { OfferedOperation, PartSchema } from '#contracts/api.ts';
import { strictForm } from './answer-form.ts';
import { type OffersApis, operationsIn } from './operation-tools.ts';

/** An operation as a model sees it. Texts of its document are marked as such. */
function offerOf({ api, origin, basePath, operation }: OfferedOperation) {
  const { effect, method, path, summary } = operation;
  const does = effect === 'read' ? 'reads' : 'changes something';
  const said = summary === '' ? '' : ` Its document says, as data: ${JSON.stringify(summary)}`;
  return {
    description: `Sends ${method} ${origin}${basePath}${path} to the API ${api}: it ${does}. It counts as a request.${said}`,
    schema: wireForm(operation),
  };
}

/** The tools of the operations. `isStrict`: whether the provider is to hold the model to the schemas. */
export const operationTools = (input: OffersApis, isStrict: boolean): ToolSet =>
  Object.fromEntries(
    [...operationsIn(input)].map(([name, offered]) => {
      const { description, schema } = offerOf(offered);
      const inputSchema = jsonSchema(schema, {
        validate: (value) => {
          const call = callOf(offered, value);
          return call.kind === 'request'
            ? { success: true, value }
            : { success: false, error: new Error(call.message) };
        },
      });
      return [name, tool({ description, inputSchema, ...(isStrict && { strict: true }) })];
    }),
  );

/** Size that their definitions add to every prompt. */
export const operationsBytes = (input: OffersApis): number =>
  [...operationsIn(input)].reduce((sum, [name, offered]) => {
    const { description, schema } = offerOf(offered);
    return sum + Buffer.byteLength(JSON.stringify([name, description, schema]));
  }, 0);

const schemaCharsMax = 4_000;

/**
 * The arguments as strict modes take them: each is required, and null where it is left out. A part that cannot be said so is
 * text: a body as JSON, of which the description has the schema.
 */
function wireForm({ parameters, body }: OfferedOperation['operation']): JSONSchema7 {
  const { properties, required } = argumentsSchema({ parameters, body }) as {
    readonly properties: Readonly<Record<string, PartSchema>>;
    readonly required: readonly string[];
  };
  const members = Object.entries(properties).map(([name, schema]) => {
    const form = strictForm(strict(schema)) ?? (name === 'body' ? asText(schema) : asPlainText(schema));
    return [name, required.includes(name) ? form : nullable(form)] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
}

const nullable = ({ description, ...form }: JSONSchema7): JSONSchema7 => ({
  ...(description !== undefined && { description }),
  anyOf: [...(form.anyOf ?? [form]), { type: 'null' }],
});

function asText(schema: PartSchema): JSONSchema7 {
  const text = JSON.stringify(schema);
  const of = text.length <= 2 || text.length > schemaCharsMax ? '' : ` of the schema ${text}`;
  return { type: 'string', description: `JSON as text${of}` };
}

const asPlainText = ({ description }: PartSchema): JSONSchema7 => ({
  type: 'string',
  ...(typeof description === 'string' && { description }),
});

/** The schema with every member required, and those nullable that may be absent. */
function strict(schema: PartSchema): PartSchema {
  const {
    properties,
    required = [],
    items,
    anyOf,
  } = schema as {
    readonly properties?: Readonly<Record<string, PartSchema>>;
    readonly required?: readonly string[];
    readonly items?: PartSchema;
    readonly anyOf?: readonly PartSchema[];
  };
  const members = Object.entries(properties ?? {});
  return {
    ...schema,
    ...(items !== undefined && { items: strict(items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(strict) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        members.map(([name, member]) => [
          name,
          required.includes(name) ? strict(member) : (nullable(strict(member) as JSONSchema7) as PartSchema),
        ]),
      ),
      required: members.map(([name]) => name),
    }),
  };
}
