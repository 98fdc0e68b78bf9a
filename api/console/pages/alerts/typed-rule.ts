import type { AnswerTo } from '#api/routing/call-operation.ts';

/** A rule as its form shows it. */
export function typedRule({ name, automationId, condition, channel }: AnswerTo<'readAlertRule'>) {
  const typed = new URLSearchParams({
    name,
    automation: automationId ?? '',
    condition: condition.kind,
    channel: channel.kind,
  });
  if (condition.kind === 'failures') {
    typed.set('count', String(condition.count));
    typed.set('minutes', String(condition.minutes));
  }
  if (condition.kind === 'silence') typed.set('silence', String(condition.minutes));
  if (condition.kind === 'refused') {
    typed.set('refused', String(condition.count));
    typed.set('refusedMinutes', String(condition.minutes));
  }
  if (condition.kind === 'held') {
    typed.set('heldMinutes', String(condition.minutes ?? ''));
    typed.set('held', String(condition.count ?? ''));
  }
  if (channel.kind === 'webhook') typed.set('url', channel.url);
  else typed.set('to', channel.to);
  return typed;
}
