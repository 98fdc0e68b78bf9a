import { type Html, html } from '../../html.ts';

const steps = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** How long ago a moment was, with the moment itself, in the time zone of the owner, on hover. */
export function time(iso: string, timeZone: string, now = Date.now()): Html {
  return html`<time datetime="${iso}" title="${exactTime(iso, timeZone)}">${timeAgo(iso, now)}</time>`;
}

/** The same of a moment that may not have been, in words then. */
export const timeOr = (iso: string | null, timeZone: string, none = 'never'): Html =>
  iso === null ? html`<span class="quiet">${none}</span>` : time(iso, timeZone);

/** A moment to come, to the minute. */
export const timeUntil = (iso: string, timeZone: string): Html =>
  html`<time datetime="${iso}" title="${exactTime(iso, timeZone)}"
    >${exactTime(iso, timeZone).slice(0, 'YYYY-MM-DD hh:mm'.length)}</time
  >`;

function timeAgo(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const [unit, size] = steps.find(([, step]) => Math.abs(seconds) >= step) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** As in `2026-11-22 14:03:07 Europe/Berlin`. */
export function exactTime(iso: string, timeZone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return `${text.format(new Date(iso))} ${timeZone}`;
}
