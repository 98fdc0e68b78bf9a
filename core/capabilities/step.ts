import { z } from 'zod';

import { ModelStep } from '#contracts/run.ts';
import type { ShownAct } from './acting-step.ts';
import type { CapabilityResult } from './calls.ts';
import type { StepDetails } from './capability.ts';
import type { Exchange } from './exchange.ts';
import { capabilities } from './index.ts';

const steps = new Set(
  capabilities.flatMap((capability) =>
    capability.kind === 'finish' || capability.step === null ? [] : [capability.step],
  ),
);

/** One thing the agent did: a model turn, or a call that records a step. */
export const Step = z.discriminatedUnion('kind', [ModelStep, ...steps]);
export type Step = z.infer<typeof Step>;
/** As it is stored; what has a default may be absent. */
export type NewStep = z.input<typeof Step>;
/** One of a call. */
export type NewCapabilityStep = Exclude<NewStep, { readonly kind: 'model' }>;

type CapabilityStep = typeof steps extends Set<infer Schema> ? Schema : never;
type DetailsIn<Schema> = Schema extends z.ZodObject ? StepDetails<Schema> : never;

export type CapabilityStepDetails = DetailsIn<CapabilityStep>;

const acting = capabilities.filter((capability) => capability.kind === 'request');

/** The step of a call: an act of the agent. */
export type ActingStep = Exclude<Step, { readonly kind: 'model' }>;

const actOf = ({ kind }: Pick<NewCapabilityStep, 'kind'>) =>
  acting.find((one) => one.step.shape.kind.value === kind) as (typeof acting)[number];

/** The result that the agent was told of a recorded call; the casts follow from its kind. */
export const recalled = (step: ActingStep, exchange: Exchange): CapabilityResult | null =>
  actOf(step).recall(step as never, exchange);

/** The step of a call, as it is stored or answered, for readers that do not know its kind: the casts follow from it. */
export function shownAct(step: Pick<NewCapabilityStep, 'kind' | 'startedAt'>): ShownAct {
  return actOf(step).show(step as never);
}
