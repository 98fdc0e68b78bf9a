import type { AlertRef } from '#contracts/alert.ts';
import { alertWorkflowId } from '#domain/alerts/alert-id.ts';
import { createOnceStarter } from './once-starter.ts';

/** Starts the sending of alerts; the sweep starts it where Temporal was away. */
export const createAlertStarter = (deps: Parameters<typeof createOnceStarter>[0]) =>
  createOnceStarter<AlertRef>(deps, {
    workflow: 'alert',
    workflowIdOf: ({ alertId }) => alertWorkflowId(alertId),
    summary: 'Send an alert',
  });

export type AlertStarter = ReturnType<typeof createAlertStarter>;
