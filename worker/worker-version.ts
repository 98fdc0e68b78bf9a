import type { Settings } from '#platform/required-settings.ts';

/** The version by which Temporal knows this worker; undefined where it is not to tell versions apart. */
export function workerVersion({ WORKER_DEPLOYMENT_NAME, WORKER_BUILD_ID }: Settings) {
  return WORKER_DEPLOYMENT_NAME === undefined || WORKER_BUILD_ID === undefined
    ? undefined
    : { deploymentName: WORKER_DEPLOYMENT_NAME, buildId: WORKER_BUILD_ID };
}
