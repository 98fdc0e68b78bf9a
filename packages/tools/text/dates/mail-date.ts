const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const mailDate =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), ?)?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}:\d{2}(?::\d{2})?) (gmt|utc|ut|z|[+-]\d{4})$/i;

/** The ISO 8601 form of an HTTP or mail date (Mon, 24 Aug 2026 14:00:00 GMT); the weekday is ignored. */
export function isoOfMailDate(text: string): string | undefined {
  const [, day = '', month = '', year = '', time = '', zone = ''] = mailDate.exec(text) ?? [];
  const monthNumber = months.indexOf(month.toLowerCase()) + 1;
  if (monthNumber === 0) return undefined;
  const offset = /^[+-]/.test(zone) ? zone : 'Z';
  return `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}T${time}${offset}`;
}
