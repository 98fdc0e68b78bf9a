import { z } from 'zod';

import { CalledOperation } from './api.ts';

const template = 'CEL in `{{ }}`, such as `{{body.order.id}}`';

const depthMax = 64;

export const isShallow = (value: unknown, max: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (max > 0 && Object.values(value).every((member) => isShallow(member, max - 1)));

/** The depth first: all that parses and fills it recurses. */
const shallowJson = z
  .unknown()
  .refine((value) => isShallow(value, depthMax), `JSON is nested at most ${depthMax} deep`)
  .pipe<z.ZodType<z.core.util.JSONType>>(z.json());

const Request = z.strictObject({
  method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']),
  url: z
    .string()
    .min(1)
    .max(2_000)
    .describe(
      `An absolute URL. Path segments and query values may have ${template}; they are percent-encoded.`,
    ),
  headers: z
    .record(z.string().max(200), z.string().max(2_000))
    .optional()
    .describe('Literal names and values, but for `{{secret.name}}`.'),
  body: shallowJson
    .optional()
    .describe(
      `JSON whose texts may have ${template}; a text that is one \`{{ }}\` and nothing else keeps the type of its value. A text is sent as text, a text that is one \`{{ }}\` of an object or a list as JSON, and exactly \`{{text}}\` as the delivery came, with its content type.`,
    ),
  operation: CalledOperation.optional().describe('The operation of an API that the request was written by.'),
});

/** A request by an operation, as it is given: a plan is kept with the request that it comes to. */
const OperationRequest = z.strictObject({
  operation: z.string().max(100).describe('The API and its operation, with a point between them.'),
  arguments: z
    .record(z.string(), shallowJson)
    .default({})
    .describe('Its arguments, whose texts are filled in as those of a body are.'),
});
export type OperationRequest = z.infer<typeof OperationRequest>;

export const PlanStep = z
  .strictObject({
    when: z
      .string()
      .min(1)
      .max(4_000)
      .optional()
      .describe('The condition of the step, in CEL. False: it is left out. Unknown: nothing is sent.'),
    forEach: z
      .strictObject({
        in: z.string().min(1).max(4_000).describe('A list, in CEL, such as `body.line_items`.'),
        as: z
          .string()
          .regex(/^[a-z]\w{0,39}$/i)
          .describe('The name of an item in `when` and in the request.'),
      })
      .optional()
      .describe('One request for each item of a list.'),
    request: Request.describe('The request, filled in from the delivery.'),
  })
  .describe('One request, or one for each item of a list.');
export type PlanStep = z.infer<typeof PlanStep>;

const text = z.string().min(1).max(8_000).describe(`A text with ${template}.`);

const GivenStep = PlanStep.extend({
  request: z.union([Request, OperationRequest]).describe('The request, or the operation that writes it.'),
});

const planOf = <Step extends typeof PlanStep | typeof GivenStep>(step: Step) =>
  z
    .strictObject({
      steps: z.array(step).max(20).default([]).describe('In their order.'),
      answer: z
        .union([
          text,
          z
            .array(z.strictObject({ when: PlanStep.shape.when, text }))
            .min(1)
            .max(20),
        ])
        .nullable()
        .default(null)
        .describe(
          `The end of the answer, after a line for each request: a text with ${template}; \`{{summary()}}\` is a summary of the delivery. A list: the texts whose \`when\` is true, one a line. Null: nothing more.`,
        ),
    })
    .refine(({ steps, answer }) => steps.length > 0 || answer !== null, 'A plan has a step or an answer.');

/** The requests and the answer of a run, as data. */
export const Plan = planOf(PlanStep);
export type Plan = z.infer<typeof Plan>;

/** A plan as its owner writes it. */
export const GivenPlan = planOf(GivenStep);
export type GivenPlan = z.infer<typeof GivenPlan>;

/** The plan of a revision as it is kept; a later dialect may read the same texts otherwise. */
export const StoredPlan = z.object({
  dialect: z.int(),
  by: z.enum(['owner', 'rules', 'model']),
  /** A model's runs only after its owner confirmed it. */
  isConfirmed: z.boolean(),
  plan: Plan,
});
export type StoredPlan = z.infer<typeof StoredPlan>;
