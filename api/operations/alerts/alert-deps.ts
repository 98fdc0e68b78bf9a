import type { AlertRule, NewAlertChannel } from '#contracts/alert.ts';
import { DomainError } from '#domain/domain-error.ts';
import { parseEmailAddress } from '#domain/email-address.ts';
import { isId } from '#domain/ids.ts';
import type { OwnerPost } from '#egress/post-to-owner.ts';
import type { AlertRules, AlertRuleView } from '#store/alert/alert-rules.ts';
import type { Alerts } from '#store/alert/alerts.ts';
import type { Automations } from '#store/automation/automations.ts';
import { found } from '../found.ts';

export interface AlertDeps {
  readonly alertRules: AlertRules;
  readonly alerts: Pick<Alerts, 'list'>;
  readonly alertChannels: {
    readonly checkUrl: OwnerPost['check'];
    readonly hasEmail: boolean;
  };
  readonly automations: Pick<Automations, 'find'>;
}

export async function withLastAlert(
  { alerts }: Pick<AlertDeps, 'alerts'>,
  workspaceId: string,
  rule: AlertRuleView,
): Promise<AlertRule> {
  const { items } = await alerts.list(workspaceId, rule.id, { limit: 1 });
  return { ...rule, lastAlert: items[0] ?? null };
}

/** Throws a DomainError where nothing could be told that way. An address is taken without blanks around it. */
export function checkedChannel(
  { alertChannels }: Pick<AlertDeps, 'alertChannels'>,
  channel: NewAlertChannel,
): NewAlertChannel {
  if (channel.kind === 'webhook') {
    const url = channel.url.trim();
    const checked = alertChannels.checkUrl(url);
    if (checked.kind === 'allowed') return { kind: 'webhook', url };
    throw new DomainError('INVALID_ALERT_URL', sentenceOf(checked), { field: 'channel.url' });
  }
  if (!alertChannels.hasEmail)
    throw new DomainError('EMAIL_NOT_CONFIGURED', 'This service sends no e-mail', { field: 'channel.to' });
  const address = parseEmailAddress(channel.to);
  if (address === undefined)
    throw new DomainError('INVALID_EMAIL', 'channel.to is not an e-mail address', { field: 'channel.to' });
  return { kind: 'email', to: address.address };
}

const sentenceOf = ({ kind, message }: { readonly kind: string; readonly message: string }) =>
  kind === 'invalid'
    ? `channel.${message.replace(/\.$/, '')}`
    : 'channel.url must begin with https:// and name a public address';

/** Throws NOT_FOUND where a rule names an automation that is not there. */
export async function assertAutomation(
  { automations }: Pick<AlertDeps, 'automations'>,
  workspaceId: string,
  automationId: string | null | undefined,
): Promise<void> {
  if (automationId === null || automationId === undefined) return;
  const isThere =
    isId('automation', automationId) && (await automations.find(workspaceId, automationId)) !== null;
  found(isThere ? automationId : null, 'automation');
}

export const channelRefusals = ['INVALID_ALERT_URL', 'EMAIL_NOT_CONFIGURED', 'INVALID_EMAIL'] as const;
