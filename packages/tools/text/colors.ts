import type { Color, Rgb } from 'culori';
import { z } from 'zod';
import { jsonText } from '../output.ts';
import { choiceParam, integerParam } from '../params.ts';
import { defineTool, type Tool } from '../tool.ts';
import { colorForms, inSrgb, loadCulori, nearestName, readColor, writeColor } from './colors/color-values.ts';

const colorParam = (description: string) => z.string().min(1).max(100).describe(description);
const textParam = colorParam('A CSS colour: #rrggbb, rgb(…), hsl(…), oklch(…) or a name.');

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** Truncated, not rounded: 4.499 does not pass 4.5. */
function ratio(value: number): number {
  return Math.floor(value * 100) / 100;
}

async function contrast(text: string, other: string): Promise<string> {
  const { wcagContrast, interpolate } = await loadCulori();
  const background = await inSrgb(await readColor(other, 'other'));
  const foreground = await inSrgb(await readColor(text));
  // Translucent text is blended with its background.
  const seen = interpolate([background, { ...foreground, alpha: 1 }], 'rgb')(foreground.alpha ?? 1);
  const value = wcagContrast(seen, background);
  return jsonText({
    ratio: ratio(value),
    aa: { normalText: value >= 4.5, largeText: value >= 3, userInterface: value >= 3 },
    aaa: { normalText: value >= 7, largeText: value >= 4.5 },
  });
}

const schemes: Readonly<Record<string, readonly number[]>> = {
  complementary: [0, 180],
  analogous: [-30, 0, 30],
  triadic: [0, 120, 240],
  tetradic: [0, 90, 180, 270],
  'split-complementary': [0, 150, 210],
};

async function palette(text: string, scheme: string, count: number): Promise<string> {
  const { converter, interpolate } = await loadCulori();
  const base = await readColor(text);
  let colors: readonly Color[];
  if (scheme === 'shades') {
    const lightness = (at: number) => 0.97 - (0.82 * at) / Math.max(1, count - 1);
    const { c, h } = converter('oklch')(base);
    colors = Array.from({ length: count }, (_, at): Color => ({
      mode: 'oklch',
      l: lightness(at),
      c,
      ...(h === undefined ? {} : { h }),
    }));
  } else if (scheme === 'tints') {
    const towardsWhite = interpolate([base, 'white'], 'oklab');
    colors = Array.from({ length: count }, (_, at) => towardsWhite(at / count));
  } else {
    const { l, c, h } = converter('oklch')(base);
    colors = (schemes[scheme] ?? [0]).map((turn): Color => ({
      mode: 'oklch',
      l,
      c,
      h: ((((h ?? 0) + turn) % 360) + 360) % 360,
    }));
  }
  return jsonText(await Promise.all(colors.map((color) => writeColor(color, 'hex'))));
}

const deficiencies = ['protanopia', 'deuteranopia', 'tritanopia', 'achromatopsia'] as const;

async function simulate(text: string, kind: (typeof deficiencies)[number]): Promise<string> {
  const culori = await loadCulori();
  const filters: Readonly<Record<(typeof deficiencies)[number], (color: Rgb) => Color | undefined>> = {
    protanopia: culori.filterDeficiencyProt(1),
    deuteranopia: culori.filterDeficiencyDeuter(1),
    tritanopia: culori.filterDeficiencyTrit(1),
    achromatopsia: culori.filterGrayscale(1),
  };
  const color = await inSrgb(await readColor(text));
  return writeColor(filters[kind](color) ?? color, 'hex');
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'color-convert',
    title: 'Convert colour',
    summary:
      'Writes a CSS colour in another form: hex, rgb, hsl, hwb, lab, lch, oklab, oklch, hsv, cmyk or the nearest name.',
    params: z.object({ text: textParam, to: choiceParam('The form of the result.', colorForms, 'hex') }),
    example: { params: { text: 'rebeccapurple', to: 'hsl' }, result: 'hsl(270 50% 40%)' },
    run: async ({ text, to }) => writeColor(await readColor(text), to),
  }),
  defineTool({
    id: 'color-info',
    title: 'Describe colour',
    summary: 'Gives a CSS colour in every form, with its luminance, nearest name and the better text colour.',
    params: z.object({ text: textParam }),
    example: {
      params: { text: '#ff0000' },
      result:
        '{\n  "hex": "#ff0000",\n  "rgb": "rgb(255 0 0)",\n  "hsl": "hsl(0 100% 50%)",\n  "hwb": "hwb(0 0% 0%)",\n  "lab": "lab(54.291 80.805 69.891)",\n  "lch": "lch(54.291 106.837 40.858)",\n  "oklab": "oklab(0.62796 0.22486 0.12585)",\n  "oklch": "oklch(0.62796 0.25768 29.234)",\n  "hsv": "hsv(0 100% 100%)",\n  "cmyk": "cmyk(0% 100% 100% 0%)",\n  "name": "red",\n  "luminance": 0.2126,\n  "textColor": "black"\n}',
    },
    run: async ({ text }) => {
      const { wcagContrast, wcagLuminance } = await loadCulori();
      const color = await readColor(text);
      const srgb = await inSrgb(color);
      const forms: [string, string][] = [];
      for (const form of colorForms) forms.push([form, await writeColor(color, form)]);
      const textColor = wcagContrast(srgb, 'black') >= wcagContrast(srgb, 'white') ? 'black' : 'white';
      return jsonText({
        ...Object.fromEntries(forms),
        luminance: rounded(wcagLuminance(srgb), 4),
        textColor,
      });
    },
  }),
  defineTool({
    id: 'color-contrast',
    title: 'Colour contrast',
    summary: 'Computes the WCAG 2 contrast of a text colour on a background and what it is enough for.',
    params: z.object({ text: textParam, other: colorParam('The background.') }),
    example: {
      params: { text: '#777777', other: '#ffffff' },
      result:
        '{\n  "ratio": 4.47,\n  "aa": {\n    "normalText": false,\n    "largeText": true,\n    "userInterface": true\n  },\n  "aaa": {\n    "normalText": false,\n    "largeText": false\n  }\n}',
    },
    run: ({ text, other }) => contrast(text, other),
  }),
  defineTool({
    id: 'color-palette',
    title: 'Colour palette',
    summary: 'Derives a palette from a colour: shades, tints or a harmony, as hex colours.',
    params: z.object({
      text: textParam,
      scheme: choiceParam(
        'How the colours are chosen.',
        ['shades', 'tints', 'complementary', 'analogous', 'triadic', 'tetradic', 'split-complementary'],
        'shades',
      ),
      count: integerParam('How many shades or tints.', 2, 20, 5),
    }),
    example: {
      params: { text: '#3366cc', scheme: 'complementary' },
      result: '[\n  "#3366cc",\n  "#916300"\n]',
    },
    run: ({ text, scheme, count }) => palette(text, scheme, count),
  }),
  defineTool({
    id: 'color-mix',
    title: 'Mix colours',
    summary: 'Mixes two colours, by default in Oklab as CSS does.',
    params: z.object({
      text: textParam,
      other: colorParam('The second colour.'),
      share: z.number().min(0).max(1).default(0.5).describe('How much of the second colour, from 0 to 1.'),
      space: choiceParam(
        'The colour space to mix in.',
        ['oklab', 'oklch', 'rgb', 'lrgb', 'hsl', 'lab', 'lch'],
        'oklab',
      ),
    }),
    example: { params: { text: 'red', other: 'blue', space: 'rgb' }, result: '#800080' },
    run: async ({ text, other, share, space }) => {
      const { interpolate } = await loadCulori();
      const mixed = interpolate([await readColor(text), await readColor(other, 'other')], space)(share);
      return writeColor(mixed, 'hex');
    },
  }),
  defineTool({
    id: 'color-blindness',
    title: 'Simulate colour blindness',
    summary: 'Shows a colour as it looks with a deficiency of colour vision.',
    params: z.object({ text: textParam, kind: choiceParam('The deficiency.', deficiencies, 'deuteranopia') }),
    example: { params: { text: 'red', kind: 'achromatopsia' }, result: '#363636' },
    run: ({ text, kind }) => simulate(text, kind),
  }),
  defineTool({
    id: 'color-name',
    title: 'Name of colour',
    summary: 'Finds the CSS name that looks most like a colour.',
    params: z.object({ text: textParam }),
    example: { params: { text: '#663398' }, result: 'rebeccapurple' },
    run: async ({ text }) => nearestName(await inSrgb(await readColor(text))),
  }),
];
