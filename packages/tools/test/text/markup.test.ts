import { describe, expect, test } from 'vitest';
import { call } from '../call.ts';

describe('markdown-to-html', () => {
  test('renders tables, task lists and code with its language', async () => {
    const html = await call('markdown-to-html', {
      text: '- [x] done\n\n|a|\n|-:|\n|1|\n\n```js\nx < 1\n```\n\n~~old~~',
    });
    expect(html).toContain('<input checked disabled type="checkbox" />');
    expect(html).toContain('<td align="right">1</td>');
    expect(html).toContain('<code class="language-js">x &lt; 1');
    expect(html).toContain('<del>old</del>');
  });

  test('sanitize cannot be turned off', async () => {
    expect(await call('markdown-to-html', { text: '<b>x</b>', sanitize: true })).toBe('<p><b>x</b></p>');
    await expect(call('markdown-to-html', { text: 'x', sanitize: false })).rejects.toMatchObject({
      code: expect.any(String),
    });
    expect(await call('html-to-markdown', { text: '<b>x</b>', sanitize: true })).toBe('**x**');
  });
});

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<p style="background:url(javascript:alert(1))">x</p>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<object data="javascript:alert(1)"></object>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<a href="//evil.example">x</a>',
  '[x](javascript:alert(1))',
  '![x](javascript:alert(1))',
  '<textarea></textarea><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
];

test.each(attacks)('%s leaves nothing that runs', async (text) => {
  for (const id of ['html-sanitize', 'markdown-to-html']) {
    const html = await call(id, { text });
    expect(html.toLowerCase()).not.toMatch(/<(?!\/?(?:p|a|img|br|ul|li|table|tbody|tr|td)\b)[a-z]/);
    // Inside quotes a handler is only text.
    const names = html.toLowerCase().replace(/="(?!\s*(?:javascript|data|\/\/))[^"]*"/g, '=""');
    expect(names).not.toMatch(/<[^>]*\s(?:on\w+|style|srcdoc|action)\s*=/);
    expect(html.toLowerCase()).not.toMatch(/(?:href|src)\s*=\s*"\s*(?:javascript|data|\/\/)/);
  }
});

test('sanitising twice changes nothing', async () => {
  for (const text of attacks) {
    const once = await call('html-sanitize', { text });
    expect(await call('html-sanitize', { text: once })).toBe(once);
  }
});

describe('html-to-markdown', () => {
  test.each([
    ['<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
    ['<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    ['<table><tr><th>a</th></tr><tr><td>1</td></tr></table>', '| a   |\n| --- |\n| 1   |'],
    ['<pre><code class="language-js">x &lt; 1</code></pre>', '```js\nx < 1\n```'],
    ['<p>a<br>b</p><script>x</script>', 'a  \nb'],
    ['<del>x</del> <em>y</em>', '~~x~~ *y*'],
    ['', ''],
  ])('%s', async (text, markdown) => {
    expect(await call('html-to-markdown', { text })).toBe(markdown);
  });

  test('its output renders to the same HTML', async () => {
    const html =
      '<h2>T</h2>\n<p>a <strong>b</strong> <a href="https://x.example/">l</a></p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>\n<blockquote>\n<p>q</p>\n</blockquote>';
    expect(await call('markdown-to-html', { text: await call('html-to-markdown', { text: html }) })).toBe(
      html,
    );
  });
});

test('markdown-toc passes over code, and leaves levels out', async () => {
  const text = '# A\n```\n# no\n```\n## B & C\n### D\n## `e` *f*';
  expect(await call('markdown-toc', { text, minLevel: 2, maxLevel: 2 })).toBe(
    '- [B & C](#b--c)\n- [e f](#e-f)',
  );
});

describe('nested or multiplying input is refused', () => {
  test.each([
    ['markdown-to-html', '>'.repeat(20_000)],
    ['markdown-to-html', '- '.repeat(5_000)],
    ['markdown-to-html', '> - '.repeat(500)],
    ['markdown-to-html', `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|a|\n'.repeat(3_000)}`],
    ['markdown-to-html', '<div>'.repeat(5_000)],
    ['html-to-markdown', '<div>'.repeat(5_000)],
    ['html-sanitize', '<b>'.repeat(50_000)],
    ['markdown-toc', '>'.repeat(20_000)],
  ])('%s %#', async (id, text) => {
    await expect(call(id, { text })).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });
});

describe('code-format', () => {
  test.each([
    ['js', 'const a={b:1,c:[1,2]}'],
    ['ts', 'type A={b:number};const f=<T,>(x:T)=>x'],
    ['tsx', 'const a=<div className="x">y</div>'],
    ['css', 'a{color:red}@media print{b{c:d}}'],
    ['scss', '$a:1px;b{c{d:$a}}'],
    ['html', '<div><p>x</p><script>const a=1</script><style>a{b:c}</style></div>'],
    ['md', '* a\n* b\n\nx\n==='],
    ['yaml', 'a:   1\nb: [1,   2]'],
    ['json', '{"a":12345678901234567890}'],
    ['graphql', 'query{a{b}}'],
  ])('%s: formatting is idempotent', async (language, text) => {
    const formatted = await call('code-format', { text, language });
    expect(await call('code-format', { text: formatted, language })).toBe(formatted);
  });

  test.each([
    ['js', 'const a = ;', 'line 1, column 11'],
    ['css', 'a{', 'line 1'],
    ['json', '{"a":', 'line 1'],
  ])('%s: a mistake is placed', async (language, text, place) => {
    await expect(call('code-format', { text, language })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(place),
    });
  });

  test('a configuration in the text does nothing', async () => {
    expect(await call('code-format', { text: '/** @prettier semi: false */\na', language: 'js' })).toContain(
      'a;',
    );
  });

  test.each(['js', 'ts', 'css', 'json', 'html'])('%s: 5,000 levels are refused', async (language) => {
    const text = language === 'html' ? '<div>'.repeat(5_000) : '['.repeat(5_000);
    await expect(call('code-format', { text, language })).rejects.toMatchObject({
      code: 'TOOL_LIMIT_EXCEEDED',
    });
  });
});

describe('sql-format', () => {
  test('is idempotent and follows the dialect', async () => {
    const params = {
      text: "select a::int, count(*) from t join u on t.id=u.id where b ilike 'x;y' group by 1",
      dialect: 'postgresql',
    };
    const formatted = await call('sql-format', params);
    expect(formatted).toContain("b ILIKE 'x;y'");
    expect(await call('sql-format', { ...params, text: formatted })).toBe(formatted);
  });

  test.each(['?', ':id', '@id', '$1', ':1', '%s', '%(id)s', '{{ id }}', '${id}'])(
    'the placeholder %s stays as it is',
    async (placeholder) => {
      expect(await call('sql-format', { text: `select a from t where id = ${placeholder}` })).toBe(
        `SELECT\n  a\nFROM\n  t\nWHERE\n  id = ${placeholder}`,
      );
    },
  );

  test('keywords follow who wrote some in capitals, and a clause of MySQL is read as such', async () => {
    const text = 'INSERT INTO t SELECT :a as b FROM u ON DUPLICATE KEY UPDATE c = 1';
    expect(await call('sql-format', { text })).toBe(
      'INSERT INTO\n  t\nSELECT\n  :a as b\nFROM\n  u\nON DUPLICATE KEY UPDATE\n  c = 1',
    );
    expect(await call('sql-format', { text, keywordCase: 'lower' })).toContain('select\n');
  });

  test('invalid SQL is refused with its place', async () => {
    await expect(call('sql-format', { text: 'select ### (' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('line 1, column 8'),
    });
    await expect(call('sql-format', { text: `select ${'('.repeat(1_000)}` })).rejects.toMatchObject({
      code: 'TOOL_LIMIT_EXCEEDED',
    });
    await expect(call('sql-format', { text: `select a${'.a'.repeat(20_000)}` })).rejects.toMatchObject({
      code: 'TOOL_LIMIT_EXCEEDED',
    });
  });
});

describe('html-minify', () => {
  test('preformatted text, scripts, styles and conditional comments stay', async () => {
    const kept =
      '<pre>  a\n   b  </pre><script>\n  let a = 1; // note\n</script><style>\n a { color: red }\n</style>';
    expect(await call('html-minify', { text: kept })).toBe(kept);
  });

  test('a blank between inline elements stays, since it shows', async () => {
    expect(await call('html-minify', { text: '<b>a</b>   <i>b</i>' })).toBe('<b>a</b> <i>b</i>');
    expect(await call('html-minify', { text: 'a<!-- x --> \n b' })).toBe('a b');
  });

  test.each([
    ['an attribute', '<p title="a   b"   class=c>x</p>'],
    ['entities', '<p>&nbsp;&amp; &lt;b&gt;</p>'],
    ['a conditional comment', '<!--[if IE]><p>old</p><![endif]-->'],
    ['what is not closed', '<p>a<b>c'],
    ['a document type', '<!DOCTYPE html><html><body>x</body></html>'],
  ])('%s stays as it is written', async (_, text) => {
    expect(await call('html-minify', { text })).toBe(text);
  });
});

describe('sql-minify', () => {
  test.each([
    ["SELECT 'it''s  -- no comment'", "SELECT 'it''s  -- no comment'"],
    ['SELECT "a  b", `c  d` FROM t', 'SELECT "a  b",`c  d` FROM t'],
    ['SELECT $tag$ a  -- b $tag$', 'SELECT $tag$ a  -- b $tag$'],
    ['SELECT a /* x */ FROM /*+ INDEX(t) */ t', 'SELECT a FROM /*+ INDEX(t) */ t'],
    ['SELECT 1 - -1, a - - b', 'SELECT 1 - -1,a - - b'],
    ['a  AND\n\tb', 'a AND b'],
  ])('%s', async (text, minified) => {
    expect(await call('sql-minify', { text })).toBe(minified);
  });

  test.each(["SELECT 'a", 'SELECT "a', 'SELECT 1 /* open'])(
    '%s is refused: it is not whole',
    async (text) => {
      await expect(call('sql-minify', { text })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    },
  );
});

describe('html-to-text', () => {
  const table = (rows: string) => `<table>${rows}</table>`;

  test.each([
    [
      'a table',
      table('<tr><th>Item</th><th>n</th></tr><tr><td>Steel bolt</td><td>12</td></tr>'),
      'Item         n\nSteel bolt   12',
    ],
    ['lists', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>', ' * a\n * b\n   1. c'],
    ['a quote', '<p>He said</p><blockquote>Yes</blockquote>', 'He said\n\n> Yes'],
    ['white space of pre', '<pre>  a\n b</pre>', '  a\n b'],
    ['what is not shown', 'a<script>x</script><style>y</style><img alt="z">', 'a'],
  ])('keeps the layout of %s', async (_, text, result) => {
    expect(await call('html-to-text', { text })).toBe(result);
  });

  test('breaks lines at the width, and none at 0', async () => {
    const text = 'word '.repeat(12);
    expect(await call('html-to-text', { text, width: 20 })).toBe(
      ['word word word word', 'word word word word', 'word word word word'].join('\n'),
    );
    expect(await call('html-to-text', { text, width: 0 })).toBe(text.trim());
  });

  test('writes addresses of links, or leaves them out', async () => {
    const text = '<a href="https://example.com/a">there</a>';
    expect(await call('html-to-text', { text })).toBe('there [https://example.com/a]');
    expect(await call('html-to-text', { text, keepLinks: false })).toBe('there');
  });

  test.each([
    ['a cell that spans a million columns', table('<tr><td colspan=1000000>x</td></tr>')],
    ['a cell that spans a million rows', table('<tr><td rowspan=1000000>x</td></tr>')],
    ['a row of 1,000 cells', table(`<tr>${'<td>x'.repeat(1_000)}</tr>`)],
    ['101 levels', `${'<div>'.repeat(101)}x`],
  ])('refuses %s before it is laid out', async (_, text) => {
    await expect(call('html-to-text', { text })).rejects.toMatchObject({ code: 'TOOL_LIMIT_EXCEEDED' });
  });
});
