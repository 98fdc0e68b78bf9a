import type { CapabilityStepDetails, NewCapabilityStep } from '#capabilities/step.ts';

/** The step of a call that started at `startedAt` and ends now. */
export const timedStep = (details: CapabilityStepDetails, startedAt: Date): NewCapabilityStep => ({
  ...details,
  startedAt: startedAt.toISOString(),
  durationMs: Date.now() - startedAt.getTime(),
});
