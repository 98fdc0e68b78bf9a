import { z } from 'zod';
import { choiceParam, integerParam, textParam } from '../params.ts';
import { invalid, overLimit } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { loadLibrary } from '../load-library.ts';

const qrCharsMax = 2_000;
const hexColor = (description: string, byDefault: string) =>
  z
    .string()
    .regex(/^#[\da-fA-F]{6}$/, 'must be a colour such as #000000')
    .default(byDefault)
    .describe(description);

interface QrOptions {
  readonly level: 'L' | 'M' | 'Q' | 'H';
  readonly margin: number;
  readonly dark: string;
  readonly light: string;
}

async function qrSvg(text: string, { level, margin, dark, light }: QrOptions): Promise<string> {
  if (text === '') throw invalid('text must not be empty.');
  const { default: qrCode } = await loadLibrary('qrcode', () => import('qrcode'));
  try {
    const svg = await qrCode.toString(text, {
      type: 'svg',
      errorCorrectionLevel: level,
      margin,
      color: { dark, light },
    });
    return svg.trim();
  } catch (error) {
    const isTooLong = error instanceof Error && /too big|amount of data/i.test(error.message);
    if (isTooLong)
      throw overLimit(`text is too long for a QR code of level ${level}; shorten it or choose level L.`);
    throw error;
  }
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'qr-code-svg',
    title: 'QR code',
    summary: 'Draws a text as a QR code, in SVG.',
    params: z.object({
      text: textParam(`At most ${qrCharsMax} characters.`, qrCharsMax),
      level: choiceParam('Error correction: L 7 %, M 15 %, Q 25 %, H 30 %.', ['L', 'M', 'Q', 'H'], 'M'),
      margin: integerParam('Quiet modules around the code; readers expect 4.', 0, 20, 4),
      dark: hexColor('Colour of the modules.', '#000000'),
      light: hexColor('Colour of the ground.', '#ffffff'),
    }),
    example: {
      params: { text: 'HI', level: 'L', margin: 0 },
      result:
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h21v21H0z"/><path stroke="#000000" d="M0 0.5h7m1 0h2m2 0h1m1 0h7M0 1.5h1m5 0h1m2 0h1m2 0h1m1 0h1m5 0h1M0 2.5h1m1 0h3m1 0h1m1 0h1m1 0h1m1 0h1m1 0h1m1 0h3m1 0h1M0 3.5h1m1 0h3m1 0h1m1 0h1m2 0h1m2 0h1m1 0h3m1 0h1M0 4.5h1m1 0h3m1 0h1m1 0h3m3 0h1m1 0h3m1 0h1M0 5.5h1m5 0h1m7 0h1m5 0h1M0 6.5h7m1 0h1m1 0h1m1 0h1m1 0h7M9 7.5h2M0 8.5h4m2 0h1m1 0h1m1 0h1m2 0h1m2 0h3m1 0h1M0 9.5h2m1 0h2m2 0h1m4 0h1m2 0h1m2 0h3M0 10.5h1m3 0h1m1 0h2m1 0h1m2 0h6m1 0h1M0 11.5h1m1 0h1m5 0h3m1 0h2m5 0h1M1 12.5h4m1 0h2m1 0h3m1 0h1m2 0h1m1 0h1M8 13.5h3m2 0h1m1 0h1m2 0h2M0 14.5h7m2 0h2m2 0h2m1 0h1m1 0h2M0 15.5h1m5 0h1m3 0h5m2 0h1m1 0h1M0 16.5h1m1 0h3m1 0h1m2 0h1m1 0h1m2 0h1m2 0h1m2 0h1M0 17.5h1m1 0h3m1 0h1m1 0h3m2 0h1m2 0h1m2 0h1M0 18.5h1m1 0h3m1 0h1m1 0h4m1 0h1m2 0h3M0 19.5h1m5 0h1m1 0h2m1 0h2m1 0h1m1 0h2M0 20.5h7m1 0h5m2 0h1m1 0h1m1 0h1"/></svg>',
    },
    isHeavy: true,
    run: ({ text, ...options }) => qrSvg(text, options),
  }),
];
