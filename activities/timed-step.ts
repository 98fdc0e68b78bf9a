import type { CapabilityStepDetails, NewStep } from '../capabilities/step.ts';

/** The step of a call that started at `startedAt` and ends now. */
export const timedStep = (details: CapabilityStepDetails, startedAt: Date): NewStep => ({
  ...details,
  startedAt: startedAt.toISOString(),
  durationMs: Date.now() - startedAt.getTime(),
});
