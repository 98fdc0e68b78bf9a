import { readFileSync } from 'node:fs';

/** The guides that are pages of the service: those to which the console and programs are sent. */
const slugs = ['conditions', 'plans', 'rehearsals', 'mcp'] as const;

export interface Guide {
  readonly slug: string;
  readonly heading: string;
  /** Markdown. */
  readonly text: string;
}

export const readGuides = (): readonly Guide[] => slugs.map(readGuide);

function readGuide(slug: string): Guide {
  const guide = readFileSync(new URL(`../../docs/guides/${slug}.md`, import.meta.url), 'utf8');
  const [, heading = '', text = ''] = /^# (.*)\n([\s\S]*)$/.exec(guide) ?? [];
  return { slug, heading, text };
}
