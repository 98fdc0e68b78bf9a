import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { alertState, typeWords } from './rule-words.ts';

type Alert = ItemOf<'listAlerts'>;

export const alertLog = (alerts: readonly Alert[], timeZone: string): Html =>
  table({
    name: 'Alerts',
    rows: alerts,
    columns: [
      { title: 'Alert', className: 'plain', cell: (alert) => saidBy(alert, timeZone) },
      { title: 'Result', cell: (alert) => alertState(alert, timeZone) },
      { title: 'Tries', label: 'tries', className: 'number', cell: ({ tries }) => tries },
      { title: 'When', className: 'number', cell: ({ at }) => time(at, timeZone) },
    ],
    empty: {
      title: 'No alerts yet',
      text: 'Send a test alert to check that it arrives. Each alert is listed here with its result.',
    },
  });

function saidBy(alert: Alert, timeZone: string): Html {
  const { type, automationName, deliveryId, failures, silentSince, changes } = alert;
  const { refusals, held, heldSince } = alert;
  return html`${automationName !== null && outsideText(automationName)} ${typeWords[type]}
  ${failures !== null && html`<span class="quiet">${failures} times</span>`}
  ${(refusals ?? held) !== null && html`<span class="quiet">${refusals ?? held}</span>`}
  ${heldSince !== null && html`<span class="hint">since ${time(heldSince, timeZone)}</span>`}
  ${silentSince !== null && html`<span class="hint">since ${time(silentSince, timeZone)}</span>`}
  ${changes.length > 0 && html`<span class="hint">${outsideText(`${changes.join('. ')}.`, 600)}</span>`}
  ${deliveryId !== null && html`<a href="/console/deliveries/${deliveryId}">delivery</a>`}`;
}
