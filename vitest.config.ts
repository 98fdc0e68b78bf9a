import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';

import { defineConfig } from 'vitest/config';
import { ProjectOrder } from '#test/support/project-order.ts';

/** Random tests begin here: the same in CI, so that a red run is about the change; elsewhere new values each time. */
const seed = process.env['TEST_SEED'] ?? (process.env['CI'] ? '20261122' : String(randomInt(2 ** 31)));

/** Real servers, processes and browsers on a busy machine: in CI a failure is tried once more, and `npm test` names what then passed. */
const triedAgain = process.env['CI'] ? { retry: 1 } : {};

const project = (name: string, include: string[], options: object = {}) => ({
  test: {
    name,
    include,
    pool: 'forks' as const,
    // Files of a project share processes, and so what they import: that was half of the work of a run.
    isolate: false,
    // Node loads what it loads in the service too, from its cache of compiled code: nothing is transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // As the service is started: much of what tests make is young and soon gone.
    execArgv: ['--min-semi-space-size=16'],
    // Many files mostly wait, for processes and time limits: as many as there are processors leave these idle. With more
    // than this, what a process loads and optimizes for itself, and how they get in each other's way, costs more.
    maxWorkers: availableParallelism() + 3,
    env: { TEST_SEED: seed },
    setupFiles: ['test/support/seeded-properties.ts'],
    // Far above what is needed: on a busy machine a test is slow, not red.
    testTimeout: 150_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    ...triedAgain,
    ...options,
  },
});

/** These replace modules, which Node keeps once they are loaded: each has a process of its own. */
const replacingFiles = [
  'test/adapters/compute/pdf/time-budget.test.ts',
  'packages/pdf/test/child/pdfium-binding.test.ts',
];

/** Redis and Temporal are real; both are started once, when a file of the run needs them, and reached through `inject`. */
const services = { globalSetup: ['test/support/services.ts'] };

/** Clients of Temporal that were cut off try again after they were closed, which would end the process of others. */
const outages = { ...services, isolate: true };
const outageFiles = ['test/api/**/away.test.ts'];

const browserFiles = ['test/browser/**/*.test.ts'];

/** A real browser on a service with real Redis and Temporal. */
const browser = {
  ...services,
  globalSetup: [...services.globalSetup, 'test/support/browser-server.ts'],
  testTimeout: 300_000,
};

const wholeSystemFiles = [
  'test/e2e/**/*.test.ts',
  'test/storm/*.test.ts',
  'test/bin/{start,start-*,demo,rotate-keys,set-up-temporal,tool}.test.ts',
];

/** These start the whole service, each on a data folder and ports of its own. */
const wholeSystem = { testTimeout: 600_000, hookTimeout: 600_000 };

export default defineConfig({
  test: {
    sequence: { sequencer: ProjectOrder },
    projects: [
      project('parts', ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], {
        ...services,
        exclude: [...wholeSystemFiles, ...browserFiles, ...outageFiles, ...replacingFiles],
      }),
      project('replaced', replacingFiles, { isolate: true, experimental: {} }),
      project('outages', outageFiles, outages),
      project('browser', browserFiles, browser),
      project('e2e', wholeSystemFiles, wholeSystem),
    ],
  },
});
