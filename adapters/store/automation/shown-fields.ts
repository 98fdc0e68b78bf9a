import { automationRecords } from '../records/automation.ts';

const { automation, revision } = automationRecords;
const content = {
  name: true,
  instructions: true,
  filter: true,
  condition: true,
  plan: true,
  expects: true,
  answerSchema: true,
  readsEarlierRuns: true,
  retry: true,
  agentId: true,
  model: true,
} as const;

/** The owner sees these as they are stored. A field that is named nowhere here is shown nowhere. */
export const RevisionContent = revision.fields.pick(content);
export const ShownRevision = revision.fields.pick({ ...content, savedAt: true, by: true });
export const ShownAutomation = automation.fields.pick({
  ...content,
  id: true,
  proposal: true,
  asking: true,
  state: true,
  revision: true,
  sender: true,
  customSender: true,
  eventIdFrom: true,
  payloadDedupe: true,
  formerSecretUntil: true,
  form: true,
  budget: true,
  burst: true,
  order: true,
  createdAt: true,
  updatedAt: true,
});
