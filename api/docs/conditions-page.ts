import { readFileSync } from 'node:fs';

import { html } from '../html.ts';
import { layout } from './layout.ts';
import { markdown } from './markdown.ts';
import type { Outline } from './outline.ts';

export const conditionsSlug = 'conditions';

/** The guide to conditions, to which the form of an automation links. */
export function conditionsPage(outline: Outline): string {
  const guide = readFileSync(new URL('../../docs/guides/conditions.md', import.meta.url), 'utf8');
  const [, heading = '', text = ''] = /^# (.*)\n([\s\S]*)$/.exec(guide) ?? [];
  return layout({
    outline,
    slug: conditionsSlug,
    heading,
    content: html`<section class="introduction">${markdown(text)}</section>`,
  });
}
