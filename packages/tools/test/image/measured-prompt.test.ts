import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { measure } from '#tools/image/measure.ts';
import { measuredPrompt } from '#tools/image/measured-prompt.ts';

const svg = (content: string, background = '#ffffff') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="320">${background && `<rect width="480" height="320" fill="${background}"/>`}${content}</svg>`,
    ),
  );
const grain = (width: number, height: number, sigma = 30) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma } },
  });
const bars = [60, 140, 220, 300, 380]
  .map((x, at) => `<rect x="${x}" y="${90 + 30 * at}" width="50" height="${190 - 30 * at}" fill="#1f4fd8"/>`)
  .join('');
const axes = '<path d="M40 20V280H460" stroke="#333" stroke-width="2" fill="none"/>';
async function promptOf(picture: Sharp): Promise<string> {
  const result = await measure(await picture.png().toBuffer(), { withJpeg: false });
  if (result.status !== 'measured') throw new Error(result.status);
  return measuredPrompt(result.measurement, 'no-model');
}

it.each([
  ['grain', () => grain(400, 300)],
  [
    'a drawing that is the same on both sides',
    () => svg('<circle cx="240" cy="160" r="60" fill="#e01a1a"/>'),
  ],
  ['a sharp part before soft ones', () => grain(480, 480, 60).blur(6)],
])(
  'nothing is said of what a picture is, whose mirror it is or what is behind what: %s',
  async (_, picture) => {
    expect(await promptOf(picture())).not.toMatch(/Kind|photograph|drawing|blurred|symmetrical/);
  },
);

it('one strong colour among greys is an accent', async () => {
  const prompt = await promptOf(svg('<circle cx="240" cy="160" r="60" fill="#e01a1a"/>', '#c4c4c4'));
  expect(prompt).toContain('neutral with a red accent');
  expect(prompt).not.toContain('monochrome');
});

it('the name of a colour is that of the hex beside it', async () => {
  const prompt = await promptOf(svg('<rect width="480" height="160" fill="#ffff00"/>', '#6b9452'));
  expect(prompt).toContain('yellow #ffff00');
  expect(prompt).toMatch(/(?:leaf|sage|moss) green #6b9452/);
});

it('a short line is ready to be pasted', async () => {
  expect(await promptOf(svg(axes + bars))).toMatch(
    /^Short: \[subject\], on plain white, 3:2 landscape, #ffffff, #1f4fd8/m,
  );
});

it('the tiles of an AVIF are no frames', async () => {
  const still = await grain(64, 64).avif().toBuffer();
  expect(await measure(still, { withJpeg: false })).toMatchObject({ measurement: { frames: 1 } });
});

describe('an animated AVIF', () => {
  /** A file by libavif: 24 × 16, a red frame and a blue one. */
  const animated = Buffer.from(
    'AAAALGZ0eXBhdmlzAAAAAGF2aWZhdmlzbXNmMWlzbzhtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAPlAAAALQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAGAAAABAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAACxm1vb3YAAAB4bXZoZAEAAAAAAAAA5yjiHwAAAADnKOIfAAAD6P//////////AAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAJGdHJhawAAAGh0a2hkAQAAAQAAAADnKOIfAAAAAOco4h8AAAABAAAAAP//////////AAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAYAAAAEAAAAAAALGVkdHMAAAAkZWxzdAEAAAEAAAABAAAAAAAAAMgAAAAAAAAAAAABAAAAAAGqbWRpYQAAACxtZGhkAQAAAAAAAADnKOIfAAAAAOco4h8AAAPoAAAAAAAAAMhVxAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAABVW1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAARVzdGJsAAAAlXN0c2QAAAAAAAAAAQAAAIVhdjAxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAABgAEABIAAAASAAAAAAAAAABCkFPTSBDb2RpbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAABBjY3N0AAAAAHwAAAAAAAAYc3R0cwAAAAAAAAABAAAAAgAAAGQAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAIAAAABAAAAHHN0c3oAAAAAAAAAAAAAAAIAAAAtAAAAMwAAABRzdGNvAAAAAAAAAAEAAAPlAAAAFHN0c3MAAAAAAAAAAQAAAAEAAABobWRhdBIACg0AAAACHfza+RAQ0GhAMhoQAJgAEEEEIABIxcARonquATW4jlh0rXaJYBIAMi8wA4CA/fh6YACiiiiAACgAtYic8YAM6WMdO1onCmBtfHuWsBwErl0fEEiNZxnE0A==',
    'base64',
  );

  it('is described by its still picture, whose JPEG goes to a model', async () => {
    const result = await measure(animated, { withJpeg: true });
    if (result.status !== 'measured') throw new Error(result.status);
    expect(result.measurement).toMatchObject({ type: 'AVIF', width: 24, height: 16, frames: 1 });
    expect(result.measurement.palette).toEqual([expect.objectContaining({ name: 'red' })]);
    const { dominant } = await sharp(result.jpeg).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b);
  });

  it('that holds none is refused as such', async () => {
    const cut = animated.subarray(0, 200);
    expect(await measure(cut, { withJpeg: false })).toEqual({ status: 'animated-avif' });
  });
});

it('a GIF whose screen is too large is refused for its size', async () => {
  const bomb = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1');
  bomb.writeUInt16LE(65_535, 6);
  bomb.writeUInt16LE(65_535, 8);
  expect(await measure(bomb, { withJpeg: false })).toEqual({
    status: 'too-many-pixels',
    width: 65_535,
    height: 65_535,
  });
});
