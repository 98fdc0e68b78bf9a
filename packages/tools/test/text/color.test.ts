import fc from 'fast-check';
import { expect, test } from 'vitest';
import { call, callJson } from '../call.ts';

const hexColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test.each(['rgb', 'lab', 'lch', 'oklab', 'oklch'])('hex to %s and back gives the colour', async (to) => {
  await fc.assert(
    fc.asyncProperty(hexColor, async (text) => {
      const written = await call('color-convert', { text, to });
      expect(await call('color-convert', { text: written, to: 'hex' })).toBe(text);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['rebeccapurple', 'hex', '#663399'],
  ['rebeccapurple', 'hsl', 'hsl(270 50% 40%)'],
  ['#f00', 'cmyk', 'cmyk(0% 100% 100% 0%)'],
  ['#000', 'cmyk', 'cmyk(0% 0% 0% 100%)'],
  ['#808080', 'hsv', 'hsv(0 0% 50.2%)'],
  ['white', 'oklch', 'oklch(1 0 0)'],
  ['red', 'oklch', 'oklch(0.62796 0.25768 29.234)'],
  ['hsl(120deg 100% 25% / 50%)', 'hex', '#00800080'],
  ['ff8800', 'rgb', 'rgb(255 136 0)'],
  ['#ff880080', 'rgb', 'rgb(255 136 0 / 0.502)'],
  ['#dc143b', 'name', 'crimson'],
])('%s as %s is %s', async (text, to, result) => {
  expect(await call('color-convert', { text, to })).toBe(result);
});

test('a colour that screens cannot show becomes the nearest of the same hue', async () => {
  expect(await call('color-convert', { text: 'oklch(0.7 0.4 30)' })).toMatch(/^#f[\da-f]{5}$/);
});

test.each([
  ['#000', '#fff', 21, true],
  ['#777', '#fff', 4.47, false],
  ['#767676', '#fff', 4.54, true],
  ['#fff', '#fff', 1, false],
  ['rgb(0 0 0 / 0)', '#fff', 1, false],
])('the contrast of %s on %s is %d', async (text, other, ratio, normalText) => {
  expect(await callJson('color-contrast', { text, other })).toMatchObject({ ratio, aa: { normalText } });
});

test('contrast is the same in both directions', async () => {
  await fc.assert(
    fc.asyncProperty(hexColor, hexColor, async (text, other) => {
      expect(await call('color-contrast', { text, other })).toBe(
        await call('color-contrast', { text: other, other: text }),
      );
    }),
    { numRuns: 60 },
  );
});

test.each([
  [{ share: 0 }, '#ff0000'],
  [{ share: 1 }, '#0000ff'],
  [{ space: 'rgb' }, '#800080'],
])('red and blue mixed with %j give %s', async (params, result) => {
  expect(await call('color-mix', { text: 'red', other: 'blue', ...params })).toBe(result);
});

test('a palette has as many colours as asked for', async () => {
  expect(await callJson<string[]>('color-palette', { text: '#3366cc', count: 7 })).toHaveLength(7);
  expect(await callJson<string[]>('color-palette', { text: 'gray', scheme: 'triadic' })).toHaveLength(3);
  expect((await callJson<string[]>('color-palette', { text: '#3366cc', scheme: 'tints', count: 3 }))[0]).toBe(
    '#3366cc',
  );
});

test.each(['nope', '#12', 'rgb(1,2', 'url(x)', '__proto__'])('the colour %j is refused', async (text) => {
  await expect(call('color-convert', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(call('color-contrast', { text: 'red', other: text })).rejects.toThrow(/^other /);
});

test.each([
  ['hsv(0, 100%, 100%)', '#ff0000'],
  ['hsb(120 100 50)', '#008000'],
  ['hsv(240 100% 100% / 50%)', '#0000ff80'],
  ['cmyk(0, 100, 100, 0)', '#ff0000'],
  ['cmyk(0% 0% 0% 100%)', '#000000'],
])('%s is read as %s', async (text, hex) => {
  expect(await call('color-convert', { text })).toBe(hex);
});

test.each(['hsv(361 0% 0%)', 'hsv(0 101% 0%)', 'cmyk(0 0 0)', 'cmyk(0 0 0 200)'])(
  '%s is refused',
  async (text) => {
    await expect(call('color-convert', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test.each(['hsv', 'cmyk', 'hsl', 'oklch', 'lab'])(
  'a colour written as %s is read as itself, nearly',
  async (to) => {
    for (const text of ['#3366cc', '#000000', '#ffffff', '#e91e63', '#0a0b0c']) {
      const back = await call('color-convert', { text: await call('color-convert', { text, to }) });
      for (const at of [1, 3, 5]) {
        const [was, is] = [text, back].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
        expect(Math.abs((was ?? 0) - (is ?? 0))).toBeLessThanOrEqual(2);
      }
    }
  },
);

test.each(['rgb(1e999 0 0)', 'oklch(1e308 1e308 1e308)'])(
  '%s is refused, as it is beyond any colour',
  async (text) => {
    for (const id of ['color-convert', 'color-info', 'color-name'])
      await expect(call(id, { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test.each([
  ['hsl(120DEG 100% 25%)', '#008000'],
  ['HSL(120 100% 25%)', '#008000'],
  ['hsl(0.5TURN 100% 50%)', '#00ffff'],
  ['RGB(1 2 3)', '#010203'],
  ['RebeccaPurple', '#663399'],
])('CSS takes any case: %s', async (text, result) => {
  expect(await call('color-convert', { text })).toBe(result);
  for (const id of ['color-info', 'color-name']) await call(id, { text });
  await call('color-contrast', { text: 'white', other: text });
});

test.each(['hsl(12xyz 100% 50%)', 'lch(50 30 1TURNS)', 'rgb(', 'color(', 'hsl(1deg'])(
  'a colour that cannot be read is refused: %s',
  async (text) => {
    await expect(call('color-convert', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  },
);

test('a full turn is no turn', async () => {
  expect(await call('color-convert', { text: 'lch(50 30 1turn)', to: 'lch' })).toBe('lch(50 30 0)');
});
