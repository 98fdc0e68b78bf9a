import { readFileSync } from 'node:fs';

/** The guides that are pages of the service, each with its file: those to which the console and programs are sent. */
const guides = [
  ['conditions', 'conditions'],
  ['plans', 'plans'],
  ['rehearsals', 'rehearsals'],
  ['mcp', 'mcp'],
  // `senders` is the page of their operations.
  ['sender-guide', 'senders'],
] as const;

export interface Guide {
  readonly slug: string;
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
}

export const readGuides = (): readonly Guide[] => guides.map(([slug, file]) => readGuide(slug, file));

function readGuide(slug: string, file: string): Guide {
  const guide = readFileSync(new URL(`../../docs/guides/${file}.md`, import.meta.url), 'utf8');
  const [, heading = '', text = ''] = /^# (.*)\n([\s\S]*)$/.exec(guide) ?? [];
  return { slug, heading, text };
}
