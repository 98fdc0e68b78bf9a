import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blogByRules } from '#tools/skills/blog/blog-by-rules.ts';
import { titleOf } from '#tools/skills/blog/title.ts';

describe('blogByRules', () => {
  it.each([
    ['how to bake sourdough bread', 'how-to'],
    ['Tabs vs. spaces', 'comparison'],
    ['10 tips for remote teams', 'list'],
    ['best books of the year', 'list'],
    ['Announcing our new pricing', 'announcement'],
    ['photosynthesis', 'explainer'],
    ['toward a theory of fortune', 'explainer'],
  ])('takes %j for a %s', (topic, kind) => {
    expect(blogByRules(topic).text).toContain(`Kind of post: ${kind}.`);
  });

  it('says that no model wrote it, gives an outline and three questions a section', () => {
    const { title, outline, text } = blogByRules('how to bake bread');
    expect(title).toBe('How to bake bread');
    expect(text).toContain('Outline by rules, without a language model.');
    expect(outline.length).toBeGreaterThan(3);
    for (const heading of outline) expect(text).toContain(`## ${heading}\n`);
    expect(text.match(/^- .*\?$/gm)).toHaveLength(3 * outline.length);
  });
});

describe('titleOf', () => {
  it.each([
    ['how to bake bread.', 'How to bake bread'],
    ['iPhone cases', 'iPhone cases'],
    ['Why?', 'Why?'],
    ['a\nb\tc', 'A b c'],
    ['...', '...'],
    ['über uns', 'Über uns'],
  ])('makes %j the title %j', (topic, title) => {
    expect(titleOf(topic)).toBe(title);
  });

  it('is one line and its own title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 60 }), (topic) => {
        expect(titleOf(topic)).not.toContain('\n');
        expect(titleOf(titleOf(topic))).toBe(titleOf(topic));
      }),
    );
  });
});
