import { expect, it } from 'vitest';
import { cameraInWords, shapeInWords } from '#tools/image/in-words.ts';

it.each([
  [1000, 1000, 'square 1:1 format'],
  [1920, 1080, 'wide 16:9 landscape'],
  [1080, 1920, 'tall 9:16 portrait'],
  [1600, 1200, '4:3 landscape'],
  [800, 1200, '2:3 portrait'],
  [1000, 10, 'wide 100.00:1 landscape'],
  [10, 13, '1:1.30 portrait'],
])('calls %i × %i a %s', (width, height, words) => {
  expect(shapeInWords(width, height)).toBe(words);
});

it('says what the camera wrote down and leaves out what it did not', () => {
  const nothing = {
    camera: null,
    lens: null,
    focalLengthMm: null,
    aperture: null,
    exposureSeconds: null,
    iso: null,
    takenOn: null,
  };
  expect(cameraInWords({ ...nothing, camera: 'Canon EOS R5', exposureSeconds: 0.004, aperture: 2.8 })).toBe(
    'Canon EOS R5, f/2.8, 1/250 s',
  );
  expect(
    cameraInWords({ ...nothing, exposureSeconds: 2, iso: 400, focalLengthMm: 50, takenOn: '2026-05-01' }),
  ).toBe('50 mm, 2 s, ISO 400, taken on 2026-05-01');
});
