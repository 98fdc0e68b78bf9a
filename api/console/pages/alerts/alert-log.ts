import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { time } from '../../parts/time.ts';
import { alertState, typeWords } from './rule-words.ts';

type Alert = ItemOf<'listAlerts'>;

/** The alerts of a rule, newest first. */
export function alertLog(alerts: readonly Alert[], timeZone: string): Html {
  if (alerts.length === 0)
    return emptyState({
      title: 'No alerts yet',
      text: 'Send a test alert to check that it arrives. Each alert is listed here with its result.',
    });
  return html`<table class="rows">
    <thead>
      <tr>
        <th scope="col">Alert</th>
        <th scope="col">Result</th>
        <th scope="col" class="number">Tries</th>
        <th scope="col" class="number">When</th>
      </tr>
    </thead>
    <tbody>
      ${alerts.map((alert) => alertRow(alert, timeZone))}
    </tbody>
  </table>`;
}

function alertRow(alert: Alert, timeZone: string): Html {
  const { type, automationName, deliveryId, failures, silentSince, changes, tries, at } = alert;
  const { refusals, held, heldSince } = alert;
  return html`<tr>
    <th scope="row" class="plain">
      ${automationName !== null && outsideText(automationName)} ${typeWords[type]}
      ${failures !== null && html`<span class="quiet">${failures} times</span>`}
      ${(refusals ?? held) !== null && html`<span class="quiet">${refusals ?? held}</span>`}
      ${heldSince !== null && html`<span class="hint">since ${time(heldSince, timeZone)}</span>`}
      ${silentSince !== null && html`<span class="hint">since ${time(silentSince, timeZone)}</span>`}
      ${changes.length > 0 && html`<span class="hint">${outsideText(`${changes.join('. ')}.`, 600)}</span>`}
      ${deliveryId !== null && html`<a href="/console/deliveries/${deliveryId}">delivery</a>`}
    </th>
    <td>${alertState(alert, timeZone)}</td>
    <td class="number" data-label="tries">${tries}</td>
    <td class="number">${time(at, timeZone)}</td>
  </tr>`;
}
