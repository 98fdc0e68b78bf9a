import {
  cameraInWords,
  focusInWords,
  lightInWords,
  massInWords,
  paletteInWords,
  shapeInWords,
} from './in-words.ts';
import type { Measurement } from './measurement.ts';

type Line = readonly [label: string, words: string];

const originOf = {
  'no-model': 'no model is configured',
  'model-failed': 'the model gave no description',
} as const;

/** A prompt from measurements, with a placeholder for the subject, which measurements cannot determine. */
export function measuredPrompt(measurement: Measurement, because: keyof typeof originOf): string {
  const { width, height, palette, light, composition, camera, ground } = measurement;
  const shape = shapeInWords(width, height);
  const size: Line = ['Size', `${width} × ${height} px, ${shape}, ${measurement.type}${extras(measurement)}`];
  const plain = ground === undefined ? [] : [`on plain ${ground.name}`];
  const seen: readonly Line[] =
    palette.length === 0
      ? [['Palette', 'nothing to see, fully transparent']]
      : [
          ['Palette', paletteInWords(palette)],
          ['Light', lightInWords(light, palette)],
          ['Focus', focusInWords(composition)],
          ['Composition', massInWords(composition)],
        ];
  const lines = [size, ...seen, ...(camera ? [['Camera', cameraInWords(camera)] as const] : [])];
  const colours = palette.slice(0, 3).map(({ name }) => name);
  const sentence = [
    '[subject: describe here]',
    shape,
    ...(colours.length > 0 ? [`palette of ${colours.join(', ')}`, ...plain] : []),
    ...seen.slice(1).map(([, words]) => words),
  ].join(', ');
  const short = [...plain, shape, ...palette.slice(0, 4).map(({ hex }) => hex)].join(', ');
  const note = `Made from measurements of colour, light and edges, not from understanding the picture: ${originOf[because]}.`;
  const list = [...lines, ['Short', `[subject], ${short}`] as const];
  return [sentence, list.map(([label, words]) => `${label}: ${words}`).join('\n'), note].join('\n\n');
}

function extras({ frames, transparentShare }: Measurement): string {
  return [
    frames > 1 ? `, first of ${frames} frames` : '',
    transparentShare >= 0.01 ? `, ${Math.round(transparentShare * 100)} % transparent` : '',
  ].join('');
}
