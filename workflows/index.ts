import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow';

import { automationRun } from './automation-run.ts';

// A run is short, and stays with the code that it began on; whatever lives longer goes on with the current version. Only
// where its worker has a version: Temporal takes nothing of this from a worker without one.
setWorkflowOptions(
  () => (workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: 'PINNED' } : {}),
  automationRun,
);

export { automationRun };
export { approvedRequest } from './approved-request.ts';
export { alert } from './alert.ts';
export { conversation } from './conversation.ts';
export { computeTask } from './compute-task.ts';
export { drainHeld } from './drain-held.ts';
export { erase } from './erase.ts';
export { propose } from './propose.ts';
export { rehearse } from './rehearse.ts';
export { replayRest } from './replay-rest.ts';
export { sendEvents } from './send-events.ts';
export { sweep } from './sweep.ts';
