import { readFileSync } from 'node:fs';

import { html } from '../html.ts';
import { layout } from './layout.ts';
import { markdown } from './markdown.ts';
import type { Outline } from './outline.ts';

/** The guides to which the form of an automation links. */
export const guideSlugs = ['conditions', 'plans'] as const;

export function guidePage(outline: Outline, slug: (typeof guideSlugs)[number]): string {
  const guide = readFileSync(new URL(`../../docs/guides/${slug}.md`, import.meta.url), 'utf8');
  const [, heading = '', text = ''] = /^# (.*)\n([\s\S]*)$/.exec(guide) ?? [];
  return layout({
    outline,
    slug,
    heading,
    content: html`<section class="introduction">${markdown(text)}</section>`,
  });
}
