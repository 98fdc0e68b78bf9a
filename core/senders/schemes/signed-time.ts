import type { SenderRequest, Verification } from '../sender.ts';
import type { Part } from './signature-parts.ts';

/** The moment that a scheme signs. */
export interface SignedTime {
  readonly part: Part;
  /** How the moment is written; ISO 8601 too. */
  readonly unit: 'seconds' | 'milliseconds' | 'iso';
  /** How far it may be from our clock, before or after. Null: any moment is taken. */
  readonly toleranceMs: number | null;
}

export const fiveMinutesMs = 300_000;

/** The verification of a request with a valid signature. */
export function verificationByTime(
  request: SenderRequest,
  time: SignedTime | undefined,
  text: string,
): Verification {
  if (time === undefined || time.toleranceMs === null) return { status: 'verified' };
  const sentAt = momentOf(text, time.unit);
  if (Number.isNaN(sentAt)) return { status: 'missing', missing: time.part.name };
  const ageMs = request.now - sentAt;
  return Math.abs(ageMs) > time.toleranceMs ? { status: 'expired', ageMs } : { status: 'verified' };
}

function momentOf(text: string, unit: SignedTime['unit']): number {
  if (unit === 'iso') return Date.parse(text);
  if (!/^\d{1,15}$/.test(text)) return Number.NaN;
  return Number(text) * (unit === 'seconds' ? 1_000 : 1);
}
