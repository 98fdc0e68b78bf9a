/*
 * Earlier releases read English at each delivery. Theirs is read once more, before this release takes work, and compared with
 * what is kept of its deliveries. Invariant: nothing is adopted that decided otherwise for a delivery before. English that
 * differs, or is not understood any more, is left to a model, or ends as `needs_model`, and says so.
 */
import type { DeliveryRecord } from '#capabilities/records.ts';
import type { StoredCondition, StoredProposal } from '#contracts/condition.ts';
import type { StoredPlan } from '#contracts/plan.ts';
import type { TurnDelivery } from '#contracts/turn.ts';
import { secretNamesIn } from '#domain/named-secret.ts';
import { offlineModelId } from '#domain/offline-model-id.ts';
import { shownPath } from '#domain/shown-path.ts';
import { render } from '#rules/plan.ts';
import { judgeCondition } from '#rules/judge-condition.ts';
import type { AutomationRecord, Automations } from '#store/automation/automations.ts';
import type { Deliveries } from '#store/delivery/deliveries.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import { conditionOf, planOf } from './read-meaning.ts';

interface Deps {
  readonly automations: Pick<Automations, 'unread' | 'keepMeaning'>;
  readonly deliveries: Pick<Deliveries, 'newest' | 'find'>;
  readonly workspaces: Pick<Workspaces, 'listIds'>;
}

interface Logger {
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
}

interface Kept {
  readonly delivery: TurnDelivery;
  readonly record: DeliveryRecord;
}

/** Reads the English of every automation that an earlier release stored, and logs each that means something else now. */
export async function readStoredEnglish(
  { automations, deliveries, workspaces }: Deps,
  logger: Logger,
): Promise<void> {
  let count = 0;
  for (const workspaceId of await workspaces.listIds()) {
    for await (const automation of automations.unread(workspaceId)) {
      const kept = await keptOf(deliveries, workspaceId, automation);
      const { why, ...meaning } = meaningOf(automation, kept);
      const isKept = await automations.keepMeaning(workspaceId, automation, meaning);
      if (isKept && why !== null)
        logger.warn({ workspaceId, automationId: automation.id, why }, 'an automation is not read as before');
      count += 1;
    }
  }
  if (count > 0) logger.info({ automations: count }, 'English of an earlier release was read');
}

const looked = { limit: 20, bytesMax: 500_000 };

async function keptOf(
  deliveries: Deps['deliveries'],
  workspaceId: string,
  { id }: Pick<AutomationRecord, 'id'>,
): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for await (const { deliveryId, delivery } of deliveries.newest(workspaceId, id, looked)) {
    const record = await deliveries.find(workspaceId, deliveryId);
    if (record !== null) kept.push({ delivery, record });
  }
  return kept;
}

/** The meaning of an automation now, with the sentence for its owner where that is something else. */
function meaningOf(
  { filter, condition: written, instructions, revision, sender }: AutomationRecord,
  kept: readonly Kept[],
) {
  const context = { samples: kept.map(({ delivery }) => delivery), sender };
  const read = written === null ? conditionOf(filter, context) : { condition: written, proposal: null };
  const otherVerdict = read.condition === null ? null : differingVerdict(filter, read.condition, kept);
  const { condition, proposal } =
    otherVerdict === null ? read : unadopted(filter, read.condition, otherVerdict);
  const plan = planOf(instructions, context, null);
  const otherRequest = plan === null ? null : differingRequest(plan, revision, kept);
  const isUnread = filter !== null && condition === null && proposal === null;
  const why = otherVerdict ?? (isUnread ? 'The filter is not understood any more.' : null) ?? otherRequest;
  return { condition, proposal, plan: otherRequest === null ? plan : null, why };
}

const unadopted = (
  filter: string | null,
  condition: StoredCondition | null,
  problem: string,
): { readonly condition: null; readonly proposal: StoredProposal | null } => ({
  condition: null,
  proposal: filter === null ? null : { filter, condition, problem },
});

/** The delivery for which the same filter decided otherwise. */
function differingVerdict(
  filter: string | null,
  condition: StoredCondition,
  kept: readonly Kept[],
): string | null {
  for (const { delivery, record } of kept) {
    const before = record.filter?.text === filter ? record.filter?.matched : null;
    const { verdict } = judgeCondition(condition, delivery);
    if (before == null || verdict === 'needs_model' || before === (verdict === 'run')) continue;
    const [was, is] = before ? ['ran', 'would be skipped'] : ['was skipped', 'would run'];
    return `Delivery ${record.deliveryId} ${was} before the upgrade and ${is} now.`;
  }
  return null;
}

/** The delivery for which the rules sent other requests. A run of a model proves nothing. */
function differingRequest({ plan }: StoredPlan, revision: number, kept: readonly Kept[]): string | null {
  for (const { delivery, record } of kept) {
    const { outcome, steps } = record;
    if (outcome !== 'succeeded' || record.revision !== revision || !steps.some(isByRules)) continue;
    const rendered = render(plan, { delivery, maxRequests: Infinity });
    if (rendered.state === 'unknown') continue;
    const sent = steps.filter((step) => step.kind === 'request');
    const isSame = rendered.requests.every((request, index) => wasSent(request, sent[index]));
    if (!isSame || rendered.requests.length !== sent.length)
      return `The requests of delivery ${record.deliveryId} would be others than before the upgrade.`;
  }
  return null;
}

const isByRules = (step: DeliveryRecord['steps'][number]): boolean =>
  step.kind === 'model' && step.model === offlineModelId;

/** Records have no port in earlier releases, and no secret of a path ever. */
function wasSent(
  { method, url }: { readonly method: string; readonly url: string },
  step: { readonly method: string; readonly host: string; readonly path: string } | undefined,
): boolean {
  const { hostname, pathname } = new URL(url);
  const isSamePath = secretNamesIn(url).length > 0 || step?.path === shownPath(pathname);
  return step?.method === method && step.host === hostname && isSamePath;
}
