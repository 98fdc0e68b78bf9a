const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Seconds since 1970 have ten digits from 2001 to 2286, milliseconds thirteen. */
const unixTime = /^(\d{10})(?:\.\d+)?$|^(\d{13})$/;

/** Milliseconds of an ISO 8601 date or time (UTC where it does not say) or of a Unix time; null for all else. */
export function parseInstant(text: string): number | null {
  const unix = unixTime.exec(text);
  if (unix !== null) return unix[1] === undefined ? Number(unix[2]) : Number(text) * 1000;
  if (!isoDate.test(text)) return null;
  // The platform takes 30 February for 2 March.
  const day = Date.parse(`${text.slice(0, 10)}T00:00Z`);
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(text.slice(0, 10))) return null;
  const hasTime = text.length > 10;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10));
  const instant = Date.parse(hasTime && !hasZone ? `${text.replace(' ', 'T')}Z` : text.replace(' ', 'T'));
  return Number.isNaN(instant) ? null : instant;
}

export const isDate = (text: string): boolean => parseInstant(text) !== null;

/** A day of the calendar without a time. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text);

/** A day or a time as ISO 8601 writes it, and no Unix time. */
export const isWrittenDate = (text: string): boolean => isoDate.test(text) && isDate(text);
