import { DomainError, invalidField } from '#domain/domain-error.ts';
import { passesByItself, type ReplayStop as Stop } from '#intake/replay-many.ts';
import { assertAccepted } from '../../errors/assert-accepted.ts';
import { skippedReplay } from '../deliveries/replay-delivery.ts';
import type { ReplayStop } from './replay-many.ts';

const stopNames = {
  full: 'slots',
  storage: 'storage',
  rate: 'rate',
  flood: 'rate',
  'no-room': 'storage',
  retired: 'deleted',
  suspended: 'suspended',
  unavailable: 'unavailable',
} as const satisfies Record<Exclude<Stop['status'], 'skipped'>, ReplayStop>;

/** The name of what stopped a call. Throws its refusal where nothing at all could be done, and waiting would not help. */
export function stopName(stop: Stop | null, started: number): ReplayStop | null {
  if (stop === null) return null;
  const name = stop.status === 'skipped' ? stop.reason : stopNames[stop.status];
  if (started > 0 || passesByItself(stop)) return name;
  // The archive does not answer.
  if (stop.status === 'unavailable' && stop.error instanceof DomainError) throw stop.error;
  assertAccepted(stop);
  throw skippedReplay('id', stop.reason);
}

/** The times of a selection in epoch milliseconds. Throws INVALID_REQUEST. */
export function timesOf({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}) {
  const fromMs = from === undefined ? 0 : Date.parse(from);
  const toMs = to === undefined ? Math.max(Date.now(), fromMs) : Date.parse(to);
  if (toMs < fromMs) throw invalidField('to', 'is before from');
  return { fromMs, toMs };
}
