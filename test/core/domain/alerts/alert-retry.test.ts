import { describe, expect, it } from 'vitest';
import { alertWaitMs } from '#alerts/send-alert.ts';

const usual = { retryAfterMs: 0, isTest: false };

describe('the tries of an alert', () => {
  it('are five, over less than an hour', () => {
    const waits = [1, 2, 3, 4, 5].map((tries) => alertWaitMs(tries, usual));
    expect(waits).toEqual([30_000, 120_000, 480_000, 1_920_000, null]);
  });

  it('wait as long as the target asks for, up to three quarters of an hour', () => {
    expect(alertWaitMs(1, { ...usual, retryAfterMs: 60_000 })).toBe(60_000);
    expect(alertWaitMs(1, { ...usual, retryAfterMs: 10 * 60 * 60_000 })).toBe(2_700_000);
    expect(alertWaitMs(2, { ...usual, retryAfterMs: 1 })).toBe(120_000);
  });

  it('are one where somebody waits for the result', () => {
    expect(alertWaitMs(1, { ...usual, isTest: true })).toBeNull();
  });
});
