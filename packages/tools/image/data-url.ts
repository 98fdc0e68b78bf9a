import { imageLimits } from './limits.ts';
import { refuseImage, tooManyBytes } from './refuse-image.ts';

const hint = 'Write the image as data:image/png;base64, and then its bytes in base64, whole.';

const header = /^data:([^,]{0,200}),/i;

/** The bytes of a base64 data URL. Blanks, percent-encoding, the URL alphabet and missing padding are accepted. */
export function decodeDataUrl(url: string): Uint8Array {
  const found = header.exec(url);
  if (!found) throw refuseImage('the data URL has no comma before its data.', hint);
  if (!/;\s*base64\s*$/i.test(found[1] ?? '')) throw refuseImage('the data URL is not base64.', hint);
  const written = url.slice(found[0].length);
  // Percent-encoding makes one sign of base64 three; more than that is too large whatever it decodes to.
  if (written.length > 4 * imageLimits.bytesMax + 100_000) throw refuseImage(tooManyBytes);
  const base64 = plainBase64(written);
  if (Math.floor((base64.length * 3) / 4) > imageLimits.bytesMax) throw refuseImage(tooManyBytes);
  if (base64 === '') throw refuseImage('the data URL is empty.', hint);
  // One step for each character: a pattern that matches them all takes a stack of their number.
  if (/[^A-Za-z0-9+/]/.test(base64) || base64.length % 4 === 1) {
    throw refuseImage('the data URL is not valid base64.', hint);
  }
  return Buffer.from(base64, 'base64');
}

function plainBase64(written: string): string {
  const decoded = written.includes('%') ? percentDecoded(written) : written;
  return decoded
    .replaceAll(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuseImage('the data URL is not valid base64.', hint);
  }
}
