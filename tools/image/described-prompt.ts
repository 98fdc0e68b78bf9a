import type { ImageDescription } from './image-description.ts';

const labels: readonly (readonly [keyof ImageDescription, string])[] = [
  ['subject', 'Subject'],
  ['setting', 'Setting'],
  ['composition', 'Composition'],
  ['lighting', 'Lighting'],
  ['palette', 'Palette'],
  ['style', 'Style'],
  ['camera', 'Camera'],
  ['mood', 'Mood'],
  ['negative', 'Avoid'],
];

/** The prompt that a model wrote, then what it rests on, a line each; empty members are left out. */
export function describedPrompt(description: ImageDescription): string {
  const lines = labels
    .map(([member, label]) => ({ label, text: oneLine(description[member]) }))
    .filter(({ text }) => text !== '')
    .map(({ label, text }) => `${label}: ${text}`);
  return [description.prompt.trim(), lines.join('\n')].filter((part) => part !== '').join('\n\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
