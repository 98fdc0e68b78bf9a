import type { Alert } from '#contracts/alert.ts';
import { until } from '#test/support/until.ts';

/** The log of a rule, once it has so many alerts and none is on its way. */
export const settledLog = (log: () => Promise<readonly Alert[]>, count: number) =>
  until(
    `${count} alerts that are over`,
    async () => {
      const alerts = await log();
      return alerts.length === count && alerts.every(({ state }) => state !== 'sending') && alerts;
    },
    { timeoutMs: 60_000 },
  );
