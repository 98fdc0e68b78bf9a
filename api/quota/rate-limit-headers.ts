/** The draft whose syntax these fields have: draft-ietf-httpapi-ratelimit-headers. Later ones rename the parameters. */
export const rateLimitDraft = 11;

/** How a client stands with a quota. */
export interface QuotaState {
  /** Letters only: it is written as a structured string without escapes. */
  readonly policy: string;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** From now on, at least 1. */
  readonly resetSeconds: number;
}

/** The five fields of every answer under a quota: two of the draft, three of its widely used forerunner. */
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
