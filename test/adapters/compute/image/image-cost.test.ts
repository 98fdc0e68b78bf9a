import sharp, { type Sharp } from 'sharp';
import { expect, it } from 'vitest';

import { imageCost } from '#compute/image/image-pool.ts';

const picture = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } });

it.each<[string, (image: Sharp) => Sharp, number]>([
  ['png', (image) => image.png(), 1_200],
  ['png of 16 bits', (image) => image.toColourspace('rgb16').png(), 2_400],
  ['jpeg', (image) => image.jpeg(), 1_200],
  ['webp', (image) => image.webp(), 1_200],
  ['gif', (image) => image.gif(), 1_200],
  ['avif', (image) => image.avif(), 1_200],
])('the cost of a %s is that of its pixels', async (_, format, cost) => {
  expect(imageCost(await format(picture()).toBuffer())).toBe(cost);
});

it('the cost of what is no image has no limit', () => {
  expect(imageCost(Buffer.from('hello'))).toBe(Infinity);
});
