import { describe, expect, it } from 'vitest';

import { html } from '#api/html.ts';

describe('html', () => {
  it('escapes text wherever it stands', () => {
    const hostile = `<img src=x onerror="alert('1')">&`;
    expect(html`<p title="${hostile}">${hostile}</p>`.toString()).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
  });

  it('joins lists, keeps pieces as they are, and leaves out what is absent', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    const joined = html`${items}${null}${undefined}${false}${0}`.toString();
    expect(joined.replaceAll(/\s+/g, '')).toBe('<li>a</li><li>&lt;b&gt;</li>0');
  });

  it('keeps the white space that is shown, and leaves out what only lays out the source', () => {
    const value = '  a\n  <';
    const written = html`<ul>
      <li class="a">
        <b>${value}</b>
        <i>b</i>
        c
      </li>
    </ul>`;
    expect(written.toString()).toBe('<ul><li class="a"><b>  a\n  &lt;</b>\n<i>b</i>\nc</li></ul>');
  });

  it('does not take an object for a piece because it looks like one', () => {
    const impostor = { toString: () => '<script>' } as unknown as string;
    expect(() => html`${impostor}`.toString()).toThrow(TypeError);
  });
});
