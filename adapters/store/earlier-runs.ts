import { type EarlierRun, earlierRunsMax } from '#capabilities/read-earlier-runs.ts';
import type { DeliveryRecord } from '#capabilities/records.ts';
import { shownAct } from '#capabilities/step.ts';
import type { RunRef } from '#contracts/run.ts';
import { shortenText } from '#domain/cut-text.ts';
import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { createRevisions } from './automation/revisions.ts';
import type { Redis } from './connection/connect.ts';
import type { Deliveries } from './delivery/deliveries.ts';
import { createRuns } from './run/runs.ts';

/** The most of the delivery, of the requests and of the answer of one run. */
const bytesMax = 2_000;
/** Deliveries that are looked at, those included that are left out. */
const lookedAtMax = 50;

/** The look-up of `read_earlier_runs`: runs of a reference, as an agent may read them. */
export function createEarlierRuns({
  redis,
  deliveries,
}: {
  readonly redis: Redis;
  readonly deliveries: Pick<Deliveries, 'search' | 'find'>;
}) {
  const runs = createRuns({ redis });
  const revisions = createRevisions({ redis, now: Date.now });

  /** The reference whose runs it may read; null where it may not. */
  async function readableReference(run: RunRef) {
    const context = await runs.context(run);
    if (context.kind === 'message') return null;
    const { automationId, revision, receivedAt, delivery } = context;
    const { readsEarlierRuns } = await revisions.revision(run.workspaceId, automationId, revision);
    if (!readsEarlierRuns || delivery.reference === null) return null;
    return { automationId, reference: delivery.reference, toMs: receivedAt.getTime() };
  }

  async function earlierRuns(run: RunRef): Promise<readonly EarlierRun[] | null> {
    const query = await readableReference(run);
    if (query === null || run.kind === 'message') return null;
    const page = { limit: lookedAtMax, cursor: undefined };
    const { items } = await deliveries.search(run.workspaceId, query, page);
    const found: EarlierRun[] = [];
    for (const { deliveryId } of items) {
      if (found.length === earlierRunsMax) break;
      const record =
        deliveryId === run.deliveryId ? null : await deliveries.find(run.workspaceId, deliveryId);
      if (record !== null && isEarlierRun(record)) found.push(inShort(record));
    }
    return found;
  }

  return { earlierRuns };
}

/** It is over, and something was done with what arrived, which is still known. */
const isEarlierRun = (record: DeliveryRecord): boolean =>
  record.outcome !== 'running' &&
  record.outcome !== 'waiting' &&
  record.erasedAt === null &&
  !isSkippedAtDoor(record);

const inShort = ({ receivedAt, outcome, arrived, steps, answer }: DeliveryRecord): EarlierRun => ({
  receivedAt,
  outcome,
  delivery: shortenText(arrived.text, bytesMax),
  requests: shortenText(steps.flatMap(requestLine).join('\n'), bytesMax),
  answer: shortenText(answer ?? '', bytesMax),
});

function requestLine(step: DeliveryRecord['steps'][number]): readonly string[] {
  if (step.kind === 'model') return [];
  const { title, target, outcome } = shownAct(step);
  return [`${title} ${target} ${outcome}`];
}
