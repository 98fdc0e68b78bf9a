import { z } from 'zod';

import { NewAutomation } from '#contracts/automation.ts';
import { Ground } from '#contracts/outbound.ts';
import { Understood, WouldRun } from '#contracts/understood.ts';
import { isId } from '#domain/ids.ts';
import type { Egress } from '#egress/egress.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { agentFor } from './agent-for.ts';
import type { TextReader } from './automation-texts.ts';
import { conditionOf, planOf, samplesOf } from '#meaning/read-meaning.ts';
import { storedCondition } from '#meaning/stored-condition.ts';
import { namedTargets } from './named-targets.ts';
import { wouldRun } from './would-run.ts';

interface Deps {
  readonly agents: Pick<Agents, 'first' | 'find'>;
  readonly automations: Pick<Automations, 'find'>;
  readonly deliveries: Pick<Deliveries, 'newest'>;
  readonly egress: Pick<Egress, 'check'>;
  readonly textReader: TextReader;
}

const { instructions, filter, condition } = NewAutomation.shape;

/** Texts that are being written: they may still be empty. */
const Draft = z.object({
  instructions: z
    .string()
    .max(20_000)
    .describe(instructions.description ?? ''),
  filter,
  condition,
  automationId: z
    .string()
    .optional()
    .describe(
      'The automation that they would be of: its agent reads them, and the filter is tried on its stored deliveries.',
    ),
  agentId: z
    .string()
    .optional()
    .describe('Without `automationId`: the agent that reads them. Absent: the first one of the workspace.'),
  sender: NewAutomation.shape.sender.describe('Without `automationId`: the sender of its deliveries.'),
});

const ReadDraft = z.object({
  understood: Understood,
  wouldRun: WouldRun.exactOptional(),
  hints: z
    .array(z.string())
    .describe('The sentences that the offline rules do not understand, while the agent has no other model.'),
  agentId: z.string().describe('The agent that reads them.'),
  targets: z
    .array(
      z.object({
        host: z.string(),
        allowed: z.boolean(),
        ground: Ground,
        attachedHeaders: z.array(z.string()).describe('Names of the headers that would be attached.'),
      }),
    )
    .describe('The hosts of addresses in the instructions, at most 5, and whether the agent may reach them.'),
});

export const understandDraft = (deps: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/automations/understood',
    id: 'understandDraft',
    access: 'owner',
    role: 'viewer',
    summary: 'Ask how texts would be understood',
    description: 'As the answers about an automation tell it. Nothing is stored, no model is asked.',
    body: jsonBody(Draft, {
      examples: {
        draft: {
          summary: 'A filter and an instruction',
          value: {
            filter: 'order.total is greater than 100',
            instructions: 'POST https://api.example.com/orders with the order id.',
          },
        },
      },
    }),
    answers: { 200: json('How they are understood.', ReadDraft) },
    refusals: ['NOT_FOUND', 'INVALID_CONDITION'],
    handle: async ({ workspace, body }) => {
      const { automationId, agentId: given, sender, condition: written, ...texts } = await body();
      const owner = await ownerOf(deps, workspace.id, automationId, { agentId: given, sender });
      const { agentId } = owner;
      const meaning = await meaningOfDraft(deps, workspace.id, owner, { ...texts, written });
      const draft = { ...owner, ...texts, ...meaning, damaged: [] };
      const { understood, hints } = await deps.textReader(workspace.id)(draft);
      const tried = automationId === undefined ? null : await wouldRun(deps, workspace.id, draft);
      const targets = await namedTargets(deps, { workspaceId: workspace.id, agentId }, texts.instructions);
      const read = { understood, hints, agentId, targets };
      return { status: 200, body: tried === null ? read : { ...read, wouldRun: tried } };
    },
  });

type Owner = Pick<
  AutomationRecord,
  'id' | 'agentId' | 'model' | 'sender' | 'filter' | 'condition' | 'expects' | 'answerSchema'
>;

interface Written extends Pick<Owner, 'filter'> {
  readonly instructions: string;
  readonly written: string | null | undefined;
}

/** As it would be saved: a condition that is the stored one counts beside the stored filter alone. */
async function meaningOfDraft(
  deps: Deps,
  workspaceId: string,
  owner: Owner,
  { filter, instructions, written }: Written,
) {
  const samples = owner.id === '' ? [] : await samplesOf(deps, workspaceId, owner.id);
  const context = { samples, sender: owner.sender };
  const isStored = written != null && written === owner.condition?.text;
  const read =
    written == null || (isStored && filter !== owner.filter)
      ? conditionOf(filter, context)
      : { condition: storedCondition(written), proposal: null };
  return { ...read, plan: planOf(instructions, context, owner.answerSchema) };
}

/** Throws NOT_FOUND. */
async function ownerOf(
  { agents, automations }: Deps,
  workspaceId: string,
  automationId: string | undefined,
  given: { readonly agentId: string | undefined; readonly sender: Owner['sender'] },
): Promise<Owner> {
  if (automationId === undefined) {
    const { id: agentId } = await agentFor(agents, workspaceId, given.agentId);
    const texts = { filter: null, condition: null, expects: [], answerSchema: null };
    return { id: '', agentId, model: null, sender: given.sender, ...texts };
  }
  return found(
    isId('automation', automationId) ? await automations.find(workspaceId, automationId) : null,
    'automation',
  );
}
