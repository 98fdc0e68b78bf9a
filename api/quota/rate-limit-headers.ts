/** Version of draft-ietf-httpapi-ratelimit-headers that these fields follow. Later drafts rename the parameters. */
export const rateLimitDraft = 11;

/** The quota state of a client. */
export interface QuotaState {
  /** Letters only: it is written as a structured-field string without escaping. */
  readonly policy: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds from now, at least 1. */
  readonly resetSeconds: number;
}

/** The five quota headers: two of the draft, three of its widely used predecessor. */
export function rateLimitHeaders(state: QuotaState): Readonly<Record<string, string>> {
  const { policy, quota, windowSeconds, remaining, resetSeconds } = state;
  return {
    'RateLimit-Policy': `"${policy}";q=${quota};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Limit': String(quota),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  };
}
