import type { Plan } from '#contracts/plan.ts';

/** Whether a plan sends a request that changes something, whatever the delivery is: a POST, PATCH or DELETE without a condition. */
export const alwaysWrites = ({ steps }: Plan): boolean =>
  steps.some(
    ({ when, forEach, request }) => when === undefined && forEach === undefined && request.method !== 'GET',
  );
