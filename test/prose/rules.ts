import { sentencesOf } from './texts.ts';

const wordsMax = 45;

const relativeStart = /^[("“*]*(What|Who|Whose|Whom|Of(?! course\b)|Where|Which)\b(?!['’]s\b)/i;

/** A remark about each fault of a text. `avoided` are words of the glossary's column "Not", with the word to take. */
export function faultsOf(text: string, avoided: ReadonlyMap<string, string>): readonly string[] {
  return sentencesOf(text).flatMap((sentence) => [
    ...startFaults(sentence),
    ...lengthFaults(sentence),
    ...wordFaults(sentence, avoided),
  ]);
}

function startFaults(sentence: string): readonly string[] {
  const [, start] = relativeStart.exec(sentence) ?? [];
  if (start === undefined || /\?["”)]*$/.test(sentence) || !sentence.includes(' ')) return [];
  return [`begins with "${start}" instead of the thing it is about: ${sentence}`];
}

function lengthFaults(sentence: string): readonly string[] {
  const { length } = sentence.split(/\s+/);
  return length > wordsMax ? [`has ${length} words, more than ${wordsMax}: ${sentence}`] : [];
}

function wordFaults(sentence: string, avoided: ReadonlyMap<string, string>): readonly string[] {
  const words = ` ${sentence
    .toLowerCase()
    .replaceAll(/`[^`]*`/g, ' ')
    .replaceAll(/[^\p{L}\p{N}'-]+/gu, ' ')} `;
  return [...avoided]
    .filter(([word]) => words.includes(` ${word} `))
    .map(([word, instead]) => `says "${word}" instead of "${instead}": ${sentence}`);
}
