import { cutAt } from '#domain/cut-text.ts';
import { type Html, html } from '../../html.ts';

/** Text of another system in a line: its direction stays its own, and it is cut where it is long. */
export const outsideText = (text: string, charsMax = 200): Html =>
  html`<bdi class="foreign">${outsideCharacters(shortened(text, charsMax))}</bdi>`;

const directionControls = /([\u{202a}-\u{202e}\u{2066}-\u{2069}])/u;

/** Controls that reorder what stands beside them are shown by their numbers, and so do nothing. */
export const outsideCharacters = (text: string): Html =>
  html`${text.split(directionControls).map((part, index) => (index % 2 === 0 ? part : controlMark(part)))}`;

const controlMark = (control: string): Html =>
  html`<span class="control">U+${control.charCodeAt(0).toString(16).toUpperCase()}</span>`;

/** A text that names something, linked to where its sender says that it is; only http and https are followed. */
export function outsideLink(text: string, url: string | null, charsMax?: number): Html {
  const shown = outsideText(text, charsMax);
  return url === null || !isWebUrl(url)
    ? shown
    : html`<a href="${url}" rel="noreferrer nofollow">${shown}</a>`;
}

export const shortened = (text: string, charsMax: number): string =>
  text.length <= charsMax ? text : `${text.slice(0, cutAt(text, charsMax))}…`;

function isWebUrl(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}
