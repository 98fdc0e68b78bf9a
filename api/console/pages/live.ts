import type { Live } from '../../../store/live.ts';
import { definePage } from '../define-page.ts';
import { liveStream } from '../live-stream.ts';

export interface LiveDeps {
  readonly live: Pick<Live, 'subscribe'>;
  readonly liveHeartbeatMs: number;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** What changes in the workspace, as it changes: every page of an owner listens. */
export const live = ({ live: changes, liveHeartbeatMs, stopping }: LiveDeps) =>
  definePage({
    method: 'get',
    path: '/console/live',
    access: 'owner',
    handle: ({ workspace, isSignedIn }) => ({
      kind: 'events',
      content: liveStream({
        subscribe: (onEvent) => changes.subscribe(workspace.id, onEvent),
        isSignedIn,
        stopping,
        heartbeatMs: liveHeartbeatMs,
      }),
    }),
  });
