import fc from 'fast-check';
import { Lexer, marked, Tokenizer } from 'marked';
import { expect, test } from 'vitest';
import { tokenizerFor, withoutAddresses } from '#tools/text/markup/markdown-parser.ts';

const render = (text: string, breaks: boolean, tokenizer: Tokenizer | null) =>
  marked.parse(text, { async: false, gfm: true, breaks, tokenizer });

test('a text without addresses is rendered the same by the quick tokenizer', () => {
  const syntax =
    'a b 1 _ __ * ** ~ ` ``` < > [ ] ( ) ! \\ | - # + . : & ; " = é 漢 http://a.b https:// ftp://c www.a.b xmpp: mailto:';
  const markup = '<b> </b> <a href="http://a.b"> </a> [a](b) ![a](b)';
  const unit = fc.constantFrom(' ', '\n', '  \n', '\n\n', ...`${syntax} ${markup}`.split(' '));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), fc.boolean(), (text, breaks) => {
      const tokenizer = tokenizerFor(text);
      expect(tokenizer).toBeInstanceOf(Tokenizer);
      expect(render(text, breaks, tokenizer)).toBe(render(text, breaks, null));
    }),
    { numRuns: 300 },
  );
});

test.each(['gfm', 'breaks'] as const)('the rule of plain text of %s has no other part with an @', (kind) => {
  const { text } = Lexer.rules.inline[kind];
  expect(text.source).toContain('@');
  expect(withoutAddresses(text).source).not.toContain('@');
});

test('a text with an address is left to the tokenizer of the parser', () => {
  expect(tokenizerFor('Write to a@example.com.')).toBeNull();
});
