import type { CapabilityStepDetails, Step } from '../capabilities/step.ts';

/** The step of a call that began then and is over now. */
export const timedStep = (details: CapabilityStepDetails, startedAt: Date): Step => ({
  ...details,
  startedAt: startedAt.toISOString(),
  durationMs: Date.now() - startedAt.getTime(),
});
