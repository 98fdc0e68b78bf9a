import { AsyncLocalStorage } from 'node:async_hooks';

import type { Tracing } from './tracing/tracing.ts';

/** Records that a piece of work is about. */
export interface WorkIds {
  readonly workspaceId?: string;
  readonly automationId?: string;
  readonly conversationId?: string;
  readonly deliveryId?: string;
}

/** The current work, for log lines and spans wherever it leads: a request, an activity. */
export interface WorkContext {
  readonly run: <T>(ids: WorkIds, work: () => T) => T;
  /** Adds what was found out meanwhile. */
  readonly annotate: (ids: WorkIds) => void;
  readonly lineFields: () => object;
}

const attributeOf = {
  workspaceId: 'workspace_id',
  automationId: 'automation_id',
  conversationId: 'conversation_id',
  deliveryId: 'delivery_id',
} as const satisfies Record<keyof WorkIds, string>;

export function createWorkContext({ annotate, traceId }: Pick<Tracing, 'annotate' | 'traceId'>): WorkContext {
  const storage = new AsyncLocalStorage<WorkIds>();

  function annotateSpan(ids: WorkIds): void {
    const entries = Object.entries(ids) as [keyof WorkIds, string][];
    annotate(Object.fromEntries(entries.map(([name, id]) => [attributeOf[name], id])));
  }

  return {
    run: (ids, work) =>
      storage.run({ ...storage.getStore(), ...ids }, () => {
        annotateSpan(ids);
        return work();
      }),
    annotate(ids) {
      annotateSpan(ids);
      Object.assign(storage.getStore() ?? {}, ids);
    },
    lineFields() {
      const id = traceId();
      return { ...storage.getStore(), ...(id !== null && { traceId: id }) };
    },
  };
}
