import { describe, expect, test } from 'vitest';

import { publicFailureOf } from '#activities/public-failure.ts';
import type { ModelFailureKind } from '#contracts/turn.ts';
import { ModelFailure } from '#domain/model-failure.ts';

const said = { status: 404, type: 'model_not_found', message: 'The model `x` does not exist' };
const minuteMs = 60_000;

describe('the reason for the owner', () => {
  test('quotes the provider', () => {
    expect(publicFailureOf(new ModelFailure({ kind: 'bad-request' }, said)).message).toBe(
      'The model provider refused the request. It said: "The model `x` does not exist" (404, model_not_found).',
    );
  });

  test('names the codes alone where the provider said nothing more', () => {
    const silent = { status: null, type: 'ECONNREFUSED', message: '' };
    expect(publicFailureOf(new ModelFailure({ kind: 'unavailable' }, silent)).message).toBe(
      'The model provider does not answer. It said: ECONNREFUSED.',
    );
  });

  test('is one sentence where no provider was asked', () => {
    expect(publicFailureOf(new ModelFailure({ kind: 'auth' })).message).toBe(
      'The model provider refused the key of this service.',
    );
  });

  test('says that a quota is used up, not that calls come too fast', () => {
    const spent = { status: 429, type: 'insufficient_quota', message: 'You exceeded your current quota.' };
    expect(publicFailureOf(new ModelFailure({ kind: 'quota' }, spent)).message).toBe(
      'The account at the model provider is used up: its quota or its credit is exhausted. It said: "You exceeded your current quota." (429, insufficient_quota).',
    );
  });

  test('names a wait of more than a minute', () => {
    const failure = new ModelFailure({ kind: 'rate-limited', retryAfterMs: 14.5 * minuteMs });
    expect(publicFailureOf(failure).message).toBe(
      'The model provider limits the rate of calls. It asks to wait 15 minutes.',
    );
  });
});

describe('the next attempt', () => {
  test.each<ModelFailureKind>([
    { kind: 'auth' },
    { kind: 'quota' },
    { kind: 'bad-request' },
    { kind: 'cut-prompt' },
  ])('is never made after %j', (failure) =>
    expect(publicFailureOf(new ModelFailure(failure)).nonRetryable).toBe(true),
  );

  test.each<ModelFailureKind>([
    { kind: 'rate-limited', retryAfterMs: 20_000 },
    { kind: 'unavailable', retryAfterMs: 20_000 },
    // Whether the run has the time, the server of the workflow knows.
    { kind: 'rate-limited', retryAfterMs: 20 * minuteMs },
  ])('waits as long as the provider asks: %j', (failure) => {
    const { nonRetryable, nextRetryDelay } = publicFailureOf(new ModelFailure(failure));
    expect(nonRetryable).toBe(false);
    expect(nextRetryDelay).toBe('retryAfterMs' in failure && failure.retryAfterMs);
  });

  test.each<ModelFailureKind>([{ kind: 'rate-limited', retryAfterMs: null }, { kind: 'unavailable' }])(
    'comes after a pause of ours where the provider names none: %j',
    (failure) => {
      const { nonRetryable, nextRetryDelay } = publicFailureOf(new ModelFailure(failure));
      expect({ nonRetryable, nextRetryDelay }).toEqual({ nonRetryable: false, nextRetryDelay: undefined });
    },
  );
});
