/** The wait that a response asks for, in milliseconds: `retry-after-ms`, else `retry-after` in seconds or as a date. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  now: number = Date.now(),
): number | null {
  const exact = headers['retry-after-ms']?.trim();
  if (exact !== undefined && /^\d+(?:\.\d+)?$/.test(exact)) return Math.ceil(Number(exact));
  const wait = headers['retry-after']?.trim();
  if (wait === undefined || wait === '') return null;
  if (/^\d+(?:\.\d+)?$/.test(wait)) return Math.ceil(Number(wait) * 1000);
  const instant = Date.parse(wait);
  return Number.isNaN(instant) ? null : Math.max(0, instant - now);
}
