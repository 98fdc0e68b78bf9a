const localForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;
const minuteMs = 60_000;

/** How far the clocks of a time zone were ahead of UTC at a moment. */
function offsetMs(ms: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return Date.parse(`${shown.format(ms).replace(' ', 'T')}Z`) - Math.floor(ms / 1_000) * 1_000;
}

/**
 * The moment that a field for local time names, in ISO 8601; what it does not write stays as it is. The moment just after a
 * time that was left out because clocks went forward.
 */
export function momentOfField(text: string, timeZone: string): string {
  const asUtc = localForm.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return text;
  const near = asUtc - offsetMs(asUtc, timeZone);
  return new Date(asUtc - offsetMs(near, timeZone)).toISOString();
}

/** A moment as a field for local time takes it, to the minute that is over then; empty for no moment. */
export function fieldOfMoment(text: string | undefined, timeZone: string): string {
  if (text === undefined || localForm.test(text)) return text ?? '';
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return '';
  const whole = Math.floor(ms / minuteMs) * minuteMs;
  return new Date(whole + offsetMs(whole, timeZone)).toISOString().slice(0, 16);
}
