const pattern = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([+-])(\d\d)'?(\d\d)?'?|Z.*)?$/;

/** A date as PDF writes it (`D:20240131120000+01'00'`, or ISO 8601 in XMP) in ISO 8601, in UTC; `null` for no date. */
export function isoDate(text: string | null): string | null {
  if (text === null) return null;
  const match = pattern.exec(text.trim());
  if (!match) return isIso(text) ? new Date(text).toISOString() : null;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match;
  const [, , , , , , , sign, offsetHours = '00', offsetMinutes = '00'] = match;
  const zone = sign ? `${sign}${offsetHours}:${offsetMinutes}` : 'Z';
  // Programs that know no date write the year 0.
  if (Number(year) === 0) return null;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function isIso(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text.trim()) && !Number.isNaN(Date.parse(text));
}
