import { changeAlertRule } from './change-alert-rule.ts';
import { createAlertRule } from './create-alert-rule.ts';
import { deleteAlertRule } from './delete-alert-rule.ts';
import { listAlertRules } from './list-alert-rules.ts';
import { listAlerts } from './list-alerts.ts';
import { readAlertRule } from './read-alert-rule.ts';
import { replaceAlertSecret } from './replace-alert-secret.ts';
import { sendTestAlert } from './send-test-alert.ts';

export const alertOperations = [
  listAlertRules,
  createAlertRule,
  readAlertRule,
  changeAlertRule,
  deleteAlertRule,
  replaceAlertSecret,
  sendTestAlert,
  listAlerts,
] as const;
