/** The time zone of a workspace that has set none. */
export const defaultTimeZone = 'UTC';

/** The IANA name of a time zone as it is usually written; null for what is none. */
export function timeZoneNamed(name: string): string | null {
  // An offset is no zone: it would be wrong for half of the year.
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
