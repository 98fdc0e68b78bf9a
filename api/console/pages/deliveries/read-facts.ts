import type { AnswerTo, OperationCalls } from '#api/routing/call-operation.ts';
import { ifFound } from '../../parts/if-found.ts';
import type { ShownRevision } from '../automations/revision-changes.ts';
import type { ShownDelivery } from './delivery-path.ts';

type ShownAutomation = Awaited<ReturnType<OperationCalls['readAutomation']>>;

export type ShownDecisions = Awaited<ReturnType<OperationCalls['listDeliveryDecisions']>>;

const relatedMax = '20';
const dayMs = 24 * 60 * 60 * 1_000;

/** The data of the page of a delivery. */
export interface DeliveryFacts {
  readonly delivery: ShownDelivery;
  /** The automation as it is today; null where it is deleted. */
  readonly automation: ShownAutomation | null;
  /** For a replay: the original; null if that is gone. */
  readonly original: ShownDelivery | null;
  /** Its replays, the newest of them. */
  readonly replays: AnswerTo<'listDeliveries'>;
  /** The deliveries that its requests caused, the newest of them. */
  readonly caused: AnswerTo<'listDeliveries'>;
  /** The access log of its requests. */
  readonly decisions: ShownDecisions;
  /** When it is removed, in ISO 8601. */
  readonly keptUntil: string;
  /** The revision then and the revision of today; null if they are the same, or one of them is gone. */
  readonly revisions: { readonly before: ShownRevision; readonly today: ShownRevision } | null;
}

/** Throws NOT_FOUND where there is no such delivery. */
export async function readFacts(manage: OperationCalls, deliveryId: string): Promise<DeliveryFacts> {
  const delivery = await manage.readDelivery({ params: { deliveryId } });
  const { automationId, replayOf, receivedAt } = delivery;
  const [automation, original, replays, caused, decisions, { deliveriesKeptDays }] = await Promise.all([
    ifFound(manage.readAutomation({ params: { id: automationId }, query: { wouldRun: 'false' } })),
    replayOf === null ? null : ifFound(manage.readDelivery({ params: { deliveryId: replayOf } })),
    manage.listDeliveries({ query: { replayOf: deliveryId, limit: relatedMax } }),
    manage.listDeliveries({ query: { causedBy: deliveryId, limit: relatedMax } }),
    manage.listDeliveryDecisions({ params: { deliveryId } }),
    manage.readWorkspace(),
  ]);
  const revisions = await revisionsOf(manage, delivery, automation);
  const keptUntil = new Date(Date.parse(receivedAt) + deliveriesKeptDays * dayMs).toISOString();
  return { delivery, automation, original, replays, caused, decisions, keptUntil, revisions };
}

async function revisionsOf(
  manage: OperationCalls,
  { revision }: ShownDelivery,
  automation: ShownAutomation | null,
): Promise<DeliveryFacts['revisions']> {
  if (automation === null || automation.revision === revision) return null;
  const read = (wanted: number) =>
    ifFound(manage.readRevision({ params: { id: automation.id, revision: String(wanted) } }));
  const [before, today] = await Promise.all([read(revision), read(automation.revision)]);
  return before === null || today === null ? null : { before, today };
}
