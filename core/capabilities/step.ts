import { z } from 'zod';

import { ModelStep } from '#contracts/run.ts';
import type { ShownAct } from './acting-step.ts';
import type { StepDetails } from './capability.ts';
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

/** The step of a call, as it is stored or answered, for readers that do not know its kind: the casts follow from it. */
export function shownAct(step: Pick<NewCapabilityStep, 'kind' | 'startedAt'>): ShownAct {
  const capability = acting.find((one) => one.step.shape.kind.value === step.kind) as (typeof acting)[number];
  return capability.show(step as never);
}
