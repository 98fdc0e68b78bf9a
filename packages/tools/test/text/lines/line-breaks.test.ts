import { expect, test } from 'vitest';
import { mapLines } from '#tools/text/lines/line-breaks.ts';

test('a line that comes again is changed once', () => {
  const changed: string[] = [];
  const change = (line: string) => {
    changed.push(line);
    return `<${line}>`;
  };
  expect(mapLines('a\nb\r\na\n\na\r\n', change)).toBe('<a>\n<b>\r\n<a>\n<>\n<a>\r\n<>');
  expect(changed).toEqual(['a', 'b', '']);
});

test('more different lines than are remembered are all changed', () => {
  const lines = Array.from({ length: 3_000 }, (_, number) => String(number % 1_500));
  const change = (line: string) => `${line}!`;
  expect(mapLines(lines.join('\n'), change)).toBe(lines.map(change).join('\n'));
});
