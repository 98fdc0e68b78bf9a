import { ownEndpoints } from '#platform/own-endpoints.ts';
import type { Settings } from '#platform/required-settings.ts';

interface ReachParts {
  readonly config: Settings;
  readonly sdkMetricsPort?: number;
}

/** The addresses that requests of agents, and alerts, may go to. */
export const reachOf = ({ config, sdkMetricsPort }: ReachParts) => ({
  allowAddresses: config.EGRESS_ALLOW_ADDRESSES,
  ownEndpoints: [
    ...ownEndpoints(config),
    ...(sdkMetricsPort === undefined ? [] : [{ host: '127.0.0.1', port: sdkMetricsPort }]),
  ],
});
