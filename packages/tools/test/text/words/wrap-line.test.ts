import fc from 'fast-check';
import { expect, test } from 'vitest';
import wrapAnsi from 'wrap-ansi';
import { wrapLine } from '#tools/text/lines-shape.ts';

test('a line with stand-ins breaks where the line itself does', () => {
  const unit = fc.constantFrom(
    ...Array.from('ax-я\t é\u212BאلΩ—\uFFFD\uFDFA'),
    ' ',
    '漢',
    'e\u0301',
    '\u3000',
    '👩‍🚀',
    '\u001B[31m',
  );
  const line = fc.string({ unit, maxLength: 150 });
  fc.assert(
    fc.property(line, fc.integer({ min: 20, max: 40 }), fc.boolean(), (text, width, hard) => {
      const wrap = (part: string) => wrapAnsi(part, width, { hard });
      expect(wrapLine(text, wrap)).toBe(wrap(text));
      const narrow = text.replaceAll(/[^\t -~яéאلΩ—\uFFFD\uFDFA]/g, '');
      expect(wrapLine(narrow, wrap)).toBe(wrap(narrow));
    }),
  );
});
