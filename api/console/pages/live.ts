import type { Live } from '#store/live/live.ts';
import type { OperationCalls } from '../../routing/call-operation.ts';
import { definePage } from '../define-page.ts';
import { whyReadOnly } from '../parts/read-only.ts';
import { liveMessage, type LiveRow } from '../live-message.ts';
import { liveStream } from '../live-stream.ts';
import { shareAtOnce } from '../share-at-once.ts';
import { deliveryRow, replayFormFor } from './activity/delivery-row.ts';

export interface LiveDeps {
  readonly live: Pick<Live, 'subscribe'>;
  readonly liveHeartbeatMs: number;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** The stream of changes in the workspace: every page of an owner listens. */
export const live = ({ live: changes, liveHeartbeatMs, stopping }: LiveDeps) => {
  const share = shareAtOnce<LiveRow>();
  return definePage({
    method: 'get',
    path: '/console/live',
    handle: ({ workspace, timeZone, manage, isSignedIn }) => {
      const readOnly = whyReadOnly(workspace);
      const readRow = (deliveryId: string) =>
        share(`${workspace.id} ${deliveryId} ${readOnly === null}`, () =>
          rowOf(manage, deliveryId, { timeZone, readOnly }),
        );
      return {
        kind: 'events',
        content: liveStream({
          subscribe: (onEvent) => changes.subscribe(workspace.id, onEvent),
          tell: (event) => liveMessage(event, readRow),
          isSignedIn,
          stopping,
          heartbeatMs: liveHeartbeatMs,
        }),
      };
    },
  });
};

interface Shown {
  readonly timeZone: string;
  readonly readOnly: string | null;
}

async function rowOf(
  manage: OperationCalls,
  deliveryId: string,
  { timeZone, readOnly }: Shown,
): Promise<LiveRow> {
  const delivery = await manage.readDelivery({ params: { deliveryId } });
  const { automationName, eventName, receivedAt } = delivery;
  const title = eventName === null ? automationName : `${automationName}: ${eventName}`;
  const row = deliveryRow({ ...delivery, title }, { timeZone, form: replayFormFor(readOnly) });
  return { receivedAt, row: row.toString() };
}
