import type { AlertRef } from '#contracts/alert.ts';
import { alertWorkflowId } from '#domain/alerts/alert-id.ts';
import { createOnceStarter } from './once-starter.ts';

/** Starts the sending of alerts; one that does not start is started by the sweep. */
export const createAlertStarter = (started: Parameters<typeof createOnceStarter>[0]) =>
  createOnceStarter<AlertRef>(started, {
    workflow: 'alert',
    idOf: ({ alertId }) => alertWorkflowId(alertId),
    summary: 'Send an alert',
  });

export type AlertStarter = ReturnType<typeof createAlertStarter>;
