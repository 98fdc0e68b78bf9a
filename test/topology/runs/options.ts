import { topologyFaults } from '#test/storm/plan/faults.ts';
import { defaultOptions, type StormOptions } from '#test/storm/plan/options.ts';

const small = { ...defaultOptions, workspaces: 8, rounds: 1, instances: 2, hold: { ms: 10_000 } } as const;

/** Each process of a topology is killed once, and those that a start of one machine does not have too. */
export const stormOptions: StormOptions = {
  ...small,
  deliveries: 600,
  faults: topologyFaults.filter((name) => name !== 'rolling-upgrade'),
};

/** One release amid the deliveries. */
export const upgradeOptions: StormOptions = { ...small, deliveries: 1_000, faults: ['rolling-upgrade'] };
