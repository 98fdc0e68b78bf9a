import type { DeliveryRun, RunRef } from '#contracts/run.ts';

/** How runs were named before they said what they are; a message of a chat had these members too. */
export type UntaggedRunRef = Pick<DeliveryRun, 'workspaceId' | 'automationId' | 'deliveryId'>;

/** The id of what is worked on: its record in the store has it in its keys. */
export const runIdOf = (run: RunRef): string => (run.kind === 'delivery' ? run.deliveryId : run.messageId);

/** The automation or the conversation that lists the run in its activity. */
export const runOwnerOf = (run: RunRef): string =>
  run.kind === 'delivery' ? run.automationId : run.conversationId;

/**
 * The run that the input of a workflow or an activity names. Workflows that were started, and activities that were
 * scheduled, before runs were tagged carry the untagged form: there the id tells a message.
 */
export function readRunRef(input: RunRef | UntaggedRunRef): RunRef {
  if ('kind' in input) return input;
  const { workspaceId, automationId, deliveryId } = input;
  return deliveryId.startsWith('msg_')
    ? { kind: 'message', workspaceId, conversationId: automationId, messageId: deliveryId }
    : { kind: 'delivery', workspaceId, automationId, deliveryId };
}
