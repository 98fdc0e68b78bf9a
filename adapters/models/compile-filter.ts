import { objectInText } from '@reveille/tools';
import { z } from 'zod';

import { type CompiledFilter, compiledFilterVersion } from '#contracts/compiled-filter.ts';
import type { FilterInput, TurnUsage } from '#contracts/turn.ts';
import { sha256 } from '#domain/digest.ts';
import { isBadAnswer } from '#domain/model-failure.ts';
import {
  type Condition,
  conditionFromGroups,
  describeCondition,
  operators,
} from '#rules/compiled-condition.ts';
import { deliveryKind } from '#rules/delivery-kind.ts';
import { describeShapes } from '#rules/describe-shapes.ts';
import { type DeliveryDocument, readDocument } from '#rules/read-document.ts';
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
- path: a path of the deliveries such as order.status or items[].sku, as it is listed; "header NAME" for a header; "body text" for the whole text.
- values: one match is enough. Texts compare without regard to case. Numbers as plain decimals, dates as ISO 8601. Empty for "exists" and "empty".
- quantifier: for lists, "any" or "all" items; otherwise "self".
- Deliveries may be of several kinds: where a kind says it in another field, add a group for it.
- remainder: what needs judgement (tone, topic, intent, likeness), as one complete sentence; empty when nothing is left. Never drop a part of the filter.
${dataRule}`;

/** The stored compilation if it is of this filter and model; else null. */
export const usableCompiled = (
  { compiled, filter }: Pick<FilterInput, 'compiled' | 'filter'>,
  model: string,
): CompiledFilter | null =>
  compiled !== null && compiled.sourceHash === sha256(filter) && compiled.model === model ? compiled : null;

/**
 * Compiles a filter with one call. The model sees the names and types of the fields of several deliveries, and the values
 * of what looks like an enumeration. `compilations`: how often it was compiled before.
 */
export async function compileFilter(
  loaded: LoadedModel,
  { clock, filter, nonce, signal, samples }: FilterInput,
  document: DeliveryDocument,
  compilations: number,
): Promise<{ readonly compiled: CompiledFilter; readonly usage: TurnUsage }> {
  const documents = [document, ...(await samples()).map(readDocument)];
  const { object, usage } = await askForObject(loaded, {
    instructions,
    shape,
    schema: tree,
    prompt: `Filter: ${filter}\n\nFields of ${amountOf(documents)}:\n${wrapData(describeShapes(documents), nonce)}`,
    maxOutputTokens: 2_000,
    functionId: 'filter-compile',
    signal,
    parseLoosely: (answer) => tree.safeParse(objectInText(answer)).data ?? null,
  }).catch(unreadable);
  const isRead = object !== nothingRead;
  const groups = object.anyOf.map(({ allOf }) => allOf);
  const sound = conditionFromGroups(groups);
  // If one test is invalid, the whole filter goes to the model per delivery: half a filter is worse than a slow one.
  const condition: Condition = sound ?? { kind: 'always' };
  const remainder =
    sound !== null && (groups.length > 0 || object.remainder !== '') ? object.remainder : filter;
  const compiled: CompiledFilter = {
    version: compiledFilterVersion,
    sourceHash: sha256(filter),
    model: loaded.id,
    condition: { ...condition },
    remainder,
    plain: plainOf(condition, remainder),
    kinds: isRead ? [...new Set(documents.map(deliveryKind))] : [],
    compilations: compilations + 1,
    ...(!isRead && { retryAt: clock.now.getTime() + firstPauseMs * 2 ** compilations }),
  };
  return { compiled, usage };
}

/** A model whose answer cannot be read is asked again after an hour, and then each time after twice as long. */
const firstPauseMs = 60 * 60 * 1000;

/** Stands in for an answer that cannot be read: the model judges each delivery by the whole filter. */
const nothingRead = { anyOf: [], remainder: '' } satisfies z.infer<typeof tree>;

function unreadable(error: unknown) {
  if (!isBadAnswer(error)) throw error;
  return { object: nothingRead, usage: error.usage };
}

const amountOf = ({ length }: readonly unknown[]): string =>
  length === 1 ? 'a recent delivery' : `${length} recent deliveries`;

function plainOf(condition: Condition, remainder: string): string {
  const parts = [
    ...(condition.kind === 'always' ? [] : [describeCondition(condition)]),
    ...(remainder === '' ? [] : [`the model finds: ${remainder.replace(/[.\s]+$/, '')}`]),
  ];
  return `Run when ${parts.join(' and ')}.`;
}
