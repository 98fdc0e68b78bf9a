import { describe, expect, it } from 'vitest';

import { inlineMarkdown, markdown } from '#api/docs/markdown.ts';

describe('markdown', () => {
  it.each([
    ['a paragraph with code', 'Send `a<b>`.', '<p>Send <code>a&lt;b&gt;</code>.</p>'],
    ['a heading', '## Quota', '<h3>Quota</h3>'],
    ['a block of code', '```\na < b\n```', '<pre tabindex="0">a &lt; b</pre>'],
    ['HTML, which stays text', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['strong text', 'Not **twice**.', '<p>Not <strong>twice</strong>.</p>'],
  ])('renders %s', (_, text, expected) => {
    expect(markdown(text).toString().trim()).toBe(expected);
  });

  it('renders a list', () => {
    const rendered = markdown('- Host and `method`.\n- Nothing else.').toString().replaceAll(/>\s+</g, '><');
    expect(rendered).toBe('<ul><li>Host and <code>method</code>.</li><li>Nothing else.</li></ul>');
  });

  it('renders a table', () => {
    const rendered = markdown('| code | status |\n|---|---|\n| `A` | 400 |')
      .toString()
      .replaceAll(/\s+/g, '');
    expect(rendered).toContain('<thscope="col">code</th><thscope="col">status</th>');
    expect(rendered).not.toContain('<details');
    expect(rendered).toContain('<td><code>A</code></td><td>400</td>');
  });
  it('folds a long table', () => {
    const rows = Array.from({ length: 30 }, (_, index) => `| \`A${index}\` | 400 |`);
    const rendered = markdown(['| code | status |', '|---|---|', ...rows].join('\n')).toString();
    expect(rendered).toContain('<summary>All 30 rows</summary>');
  });
});

describe('inline Markdown', () => {
  it.each([
    'At most 2,000 characters; "none" if it\'s left out.',
    'See https://example.com/a?b=c (or www.example.org/é).',
    ' 1. one + two = three -- more...  ',
    '',
  ])('shows %j alike, alone and after code', (text) => {
    const [alone, afterCode] = [text, `\`x\`${text}`].map((written) => inlineMarkdown(written).toString());
    expect(afterCode).toBe(`<code>x</code>${alone}`);
  });
});
