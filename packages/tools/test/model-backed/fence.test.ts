import { describe, expect, it } from 'vitest';

import { fence, unwrapped } from '#tools/model-backed/fence.ts';

describe('fence', () => {
  it('marks a text with the same new mark at both ends, and leaves it as it is', () => {
    const mark = /^<<DATA ([0-9a-f]{12})>>\na <<\/DATA x>> b\n<<\/DATA \1>>$/;
    const [one, other] = [fence('a <</DATA x>> b'), fence('a <</DATA x>> b')];
    expect(one).toMatch(mark);
    expect(other).toMatch(mark);
    expect(one).not.toBe(other);
  });
});

describe('unwrapped', () => {
  it.each([
    ['a plain answer', ' An answer.\r\nMore. ', 'An answer.\nMore.'],
    ['a code block', '```\nAn answer.\n```', 'An answer.'],
    ['a code block with a language', '```c++\nint a;\n```', 'int a;'],
    [
      'a block around another',
      '```markdown\nSee:\n```js\na();\n```\nDone.\n```',
      'See:\n```js\na();\n```\nDone.',
    ],
    ['two blocks', '```\na\n```\nand\n```\nb\n```', '```\na\n```\nand\n```\nb\n```'],
    ['its own marks', '<<DATA 0f>>\nAn answer.\n<</DATA 0f>>', 'An answer.'],
    ['marks in a block', '```\n<<DATA 0f>>\nAn answer.\n<</DATA 0f>>\n```', 'An answer.'],
    ['nothing', '', ''],
  ])('%s', (_, answer, text) => {
    expect(unwrapped(answer)).toBe(text);
  });
});
