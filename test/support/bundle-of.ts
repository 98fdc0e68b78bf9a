import type { WorkflowBundle } from '@temporalio/worker';

import { workflowBundle } from '#worker/bundle.ts';

const bundles = new Map<boolean, Promise<WorkflowBundle>>();

/** The workflows as workers load them, read once in a process. */
export function bundleOf({ isTraced = false } = {}): Promise<WorkflowBundle> {
  const bundle = bundles.get(isTraced) ?? workflowBundle({ isTraced });
  bundles.set(isTraced, bundle);
  return bundle;
}
