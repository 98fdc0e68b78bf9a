import type { ShownAutomation } from './shown-automation.ts';

const ending = ' (copy)';
const nameCharsMax = 200;

/** The input that makes another automation like this one. */
export const duplicateOf = ({
  agentId,
  name,
  instructions,
  filter,
  condition,
  retry,
  model,
  sender,
  eventIdFrom,
  payloadDedupe,
  budget,
  burst,
  form,
}: ShownAutomation) => ({
  agentId,
  name: `${name.slice(0, nameCharsMax - ending.length)}${ending}`,
  instructions,
  filter,
  condition,
  retry,
  model,
  sender,
  eventIdFrom,
  payloadDedupe,
  budget,
  burst,
  form,
});
