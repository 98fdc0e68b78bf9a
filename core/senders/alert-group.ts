import { isList, type JsonValue } from '#domain/json-value.ts';
import { idOfParts } from './composed-id.ts';
import { textAt, valueAt } from './read.ts';

/** Alertmanager and Grafana send alerts in groups of one form. */
export const isAlertGroup = (json: JsonValue | undefined): boolean =>
  textAt(json, 'groupKey') !== null && isList(valueAt(json, 'alerts') ?? null);

/**
 * A group in one state: which alerts fire since when, which are resolved. A reminder of the same state has the same id;
 * an alert that fires once more has another, as it starts at another moment.
 */
export function alertGroupId(json: JsonValue | undefined): string | null {
  const alerts = valueAt(json, 'alerts') ?? null;
  if (!isList(alerts)) return null;
  const states = alerts.map((alert) =>
    ['status', 'fingerprint', 'startsAt'].map((name) => textAt(alert, name) ?? '').join(' '),
  );
  return idOfParts([textAt(json, 'groupKey'), textAt(json, 'status') ?? '', ...states.toSorted()]);
}
