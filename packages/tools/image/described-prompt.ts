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

/** The model's prompt, then the other members of the description, one per line; empty ones are left out. */
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
