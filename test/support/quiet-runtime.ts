import { DefaultLogger, type LogEntry, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

import { keepSandboxes } from './kept-sandboxes.ts';

/** Says nothing below an error. */
export const quietLogger = new DefaultLogger('ERROR');

const alarmMessage = 'a run has no record';
const alarmsGiven: LogEntry[] = [];

/** The alarms to operators about runs without a record, by the id of the record; it is kept out of the test output. */
export const alarmsOf = (recordId: string): readonly unknown[] =>
  alarmsGiven.filter(({ meta }) => meta?.['recordId'] === recordId).map(({ meta }) => meta?.['how']);

let isInstalled = false;

/**
 * Keeps the SDK's progress lines out of the test output, and its sandboxes for later workers; call it before a worker is
 * made, as often as you like.
 */
export function quietRuntime(): void {
  if (isInstalled) return;
  isInstalled = true;
  keepSandboxes();
  Runtime.install({
    logger: new DefaultLogger('ERROR', (entry) => {
      if (entry.message === alarmMessage) alarmsGiven.push(entry);
      else quietLogger.log(entry.level, entry.message, entry.meta);
    }),
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  });
}
