import { z } from 'zod';

import type { FilterInput, TurnUsage } from '../contracts/turn.ts';
import { sha256 } from '../domain/digest.ts';
import {
  type Condition,
  conditionFromGroups,
  describeCondition,
  operators,
} from '../rules/compiled-condition.ts';
import { describeShape } from '../rules/describe-shape.ts';
import type { DeliveryDocument } from '../rules/read-document.ts';
import { askForObject } from './ask-for-object.ts';
import { dataRule, wrapData } from './data-markers.ts';
import type { LoadedModel } from './loaded-model.ts';

/** Flat, an OR of ANDs, because not every provider's strict mode supports recursion. */
const tree = z.object({
  anyOf: z
    .array(
      z.object({
        allOf: z
          .array(
            z.object({
              path: z.string().min(1).max(200),
              quantifier: z.enum(['any', 'all', 'self']),
              op: z.enum(operators),
              values: z.array(z.string().max(500)).max(32),
              negate: z.boolean(),
            }),
          )
          .max(16),
      }),
    )
    .max(16),
  remainder: z.string().max(2_000),
});

const shape =
  '{"anyOf": [{"allOf": [{"path": string, "quantifier": "any" | "all" | "self", "op": one of ' +
  `${operators.map((op) => `"${op}"`).join(' | ')}, "values": [string], "negate": boolean}]}], "remainder": string}`;

const instructions = `You translate a filter on webhook deliveries from plain language into a condition.
- The delivery is wanted when the condition holds. "Ignore …" and "skip …" turn it round.
- anyOf: one group is enough; allOf: all tests of a group are needed. No group means no condition on fields.
- path: a path of the delivery such as order.status or items[].sku; "header NAME" for a header; "body text" for the whole text.
- values: one match is enough. Texts compare without regard to case. Numbers as plain decimals, dates as ISO 8601. Empty for "exists" and "empty".
- quantifier: for lists, "any" or "all" items; otherwise "self".
- remainder: what needs judgement (tone, topic, intent, likeness), as one complete sentence; empty when nothing is left. Never drop a part of the filter.
${dataRule}`;

const version = 1;

/** Stored with an automation's revision. */
const CompiledFilter = z.object({
  version: z.literal(version),
  sourceHash: z.string(),
  model: z.string(),
  condition: z.custom<Condition>((value) => typeof value === 'object' && value !== null && 'kind' in value),
  remainder: z.string(),
  plain: z.string(),
});
export type CompiledFilter = z.infer<typeof CompiledFilter>;

/** The stored compilation if it is of this filter, model and version; else null. */
export function readCompiled(stored: unknown, filter: string, model: string): CompiledFilter | null {
  const { data } = CompiledFilter.safeParse(stored);
  return data !== undefined && data.sourceHash === sha256(filter) && data.model === model ? data : null;
}

/** Compiles a filter with one call; the model sees the names and types of fields, never their values. */
export async function compileFilter(
  loaded: LoadedModel,
  { filter, nonce, signal }: FilterInput,
  document: DeliveryDocument,
): Promise<{ readonly compiled: CompiledFilter; readonly usage: TurnUsage }> {
  const { object, usage } = await askForObject(loaded, {
    instructions,
    shape,
    schema: tree,
    prompt: `Filter: ${filter}\n\nFields of a recent delivery:\n${wrapData(describeShape(document), nonce)}`,
    maxOutputTokens: 2_000,
    functionId: 'filter-compile',
    signal,
  });
  const groups = object.anyOf.map(({ allOf }) => allOf);
  const sound = conditionFromGroups(groups);
  // If one test is invalid, the whole filter goes to the model per delivery: half a filter is worse than a slow one.
  const condition: Condition = sound ?? { kind: 'always' };
  const remainder =
    sound !== null && (groups.length > 0 || object.remainder !== '') ? object.remainder : filter;
  const compiled = {
    version,
    sourceHash: sha256(filter),
    model: loaded.id,
    condition,
    remainder,
    plain: plainOf(condition, remainder),
  } as const;
  return { compiled, usage };
}

function plainOf(condition: Condition, remainder: string): string {
  const parts = [
    ...(condition.kind === 'always' ? [] : [describeCondition(condition)]),
    ...(remainder === '' ? [] : [`the model finds: ${remainder}`]),
  ];
  return `Run when ${parts.join(' and ')}.`;
}
