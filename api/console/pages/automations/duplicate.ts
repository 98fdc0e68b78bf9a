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
  plan,
  expects,
  answerSchema,
  readsEarlierRuns,
  understood,
  retry,
  model,
  sender,
  customSender,
  eventIdFrom,
  payloadDedupe,
  budget,
  burst,
  order,
  form,
}: ShownAutomation) => ({
  agentId,
  name: `${name.slice(0, nameCharsMax - ending.length)}${ending}`,
  instructions,
  filter,
  ...(condition !== null && { condition }),
  expects,
  answerSchema,
  readsEarlierRuns,
  // One that the rules read is read again.
  ...(understood.sentences.some(({ does }) => does === null) && { plan }),
  retry,
  model,
  sender,
  customSender,
  eventIdFrom,
  payloadDedupe,
  budget,
  burst,
  order,
  form,
});
