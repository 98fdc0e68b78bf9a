import {
  cameraInWords,
  focusInWords,
  lightInWords,
  massInWords,
  paletteInWords,
  shapeInWords,
} from './in-words.ts';
import type { Measurement } from './measurement.ts';

const originOf = {
  'no-model': 'no model is configured',
  'model-failed': 'the model did not answer',
} as const;

/** A prompt from measurements; it leaves a place for the subject, which measurements cannot name, and says so. */
export function measuredPrompt(measurement: Measurement, because: keyof typeof originOf): string {
  const { width, height, palette, light, composition, camera } = measurement;
  const shape = shapeInWords(width, height);
  const colours = palette.slice(0, 3).map(({ name }) => name);
  const sentence = [
    '[subject: describe here]',
    shape,
    ...(colours.length > 0 ? [`palette of ${colours.join(', ')}`] : []),
    lightInWords(light),
    focusInWords(composition),
    massInWords(composition),
  ].join(', ');
  const lines = [
    ['Size', `${width} × ${height} px, ${shape}, ${measurement.type}${extras(measurement)}`],
    ['Palette', palette.length > 0 ? paletteInWords(palette) : 'fully transparent'],
    ['Light', lightInWords(light)],
    ['Focus', focusInWords(composition)],
    ['Composition', massInWords(composition)],
    ...(camera ? [['Camera', cameraInWords(camera)]] : []),
  ];
  const note = `Made from measurements of colour, light and edges, not from understanding the picture: ${originOf[because]}.`;
  return [sentence, lines.map(([label, words]) => `${label}: ${words}`).join('\n'), note].join('\n\n');
}

function extras({ frames, transparentShare }: Measurement): string {
  return [
    frames > 1 ? `, first of ${frames} frames` : '',
    transparentShare >= 0.01 ? `, ${Math.round(transparentShare * 100)} % transparent` : '',
  ].join('');
}
