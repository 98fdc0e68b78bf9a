import type { Color } from 'culori';

const number = String.raw`(\d{1,3}(?:\.\d{1,10})?)`;
const share = `${number}%?`;
const parted = String.raw`\s*[\s,]\s*`;
const alpha = String.raw`(?:\s*[,/]\s*${number}(%)?)?`;
const hsv = new RegExp(
  `^hs[vb]\\(\\s*${number}(?:deg)?${parted}${share}${parted}${share}${alpha}\\s*\\)$`,
  'i',
);
const cmyk = new RegExp(`^cmyk\\(\\s*${[share, share, share, share].join(parted)}\\s*\\)$`, 'i');

/** hsv(…) and cmyk(…), which are in use although CSS lacks them; undefined for anything else. */
export function readPrintColor(text: string): Color | undefined {
  const wheel = hsv.exec(text);
  if (wheel !== null) {
    const [h = 0, s = 0, v = 0] = wheel.slice(1, 4).map(Number);
    if (h > 360 || s > 100 || v > 100) return undefined;
    const opacity = wheel[4] === undefined ? {} : { alpha: Number(wheel[4]) / (wheel[5] === '%' ? 100 : 1) };
    return { mode: 'hsv', h, s: s / 100, v: v / 100, ...opacity };
  }
  const inks = cmyk
    .exec(text)
    ?.slice(1)
    .map((ink) => Number(ink) / 100);
  if (inks === undefined || inks.some((ink) => ink > 1)) return undefined;
  const [c = 0, m = 0, y = 0, k = 0] = inks;
  return { mode: 'rgb', r: (1 - c) * (1 - k), g: (1 - m) * (1 - k), b: (1 - y) * (1 - k) };
}
