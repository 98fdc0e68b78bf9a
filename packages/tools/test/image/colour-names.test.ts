import { expect, it } from 'vitest';
import { colourName } from '#tools/image/colour-names.ts';
import { oklab } from '#tools/image/oklab.ts';

it.each([
  [0x000000, 'black'],
  [0xffffff, 'white'],
  [0x808080, 'grey'],
  [0xff0000, 'red'],
  [0x0000ff, 'blue'],
  [0x008000, 'green'],
  [0xffff00, 'yellow'],
  [0x87ceeb, 'sky blue'],
  [0x000080, 'navy'],
  [0xffa500, 'orange'],
  [0x00ff00, 'bright green'],
  [0x800080, 'purple'],
  [0x00ffff, 'cyan'],
  [0x8b4513, 'brown'],
  [0xffc0cb, 'pink'],
  [0xf5f5dc, 'cream'],
])('calls #%s by its plain name', (rgb, name) => {
  expect(colourName(oklab((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255))).toBe(name);
});

it.each([0x9f9f9f, 0x6c6c6c, 0x1e1e1e, 0x2a2a2a, 0xd8d8d8, 0xdedede, 0x969696, 0xaeaeae, 0x505050, 0xfafafa])(
  'a grey gets the name of no hue: #%s',
  (rgb) => {
    expect(colourName(oklab((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255))).toMatch(
      /^(?:black|charcoal|(?:dark |light )?grey|white)$/,
    );
  },
);
