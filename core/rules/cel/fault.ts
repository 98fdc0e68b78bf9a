/** Why a text is no condition, and where. Lines and columns begin with 1. */
export interface Fault {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  /** An example of a text that fits there. */
  readonly expected: string;
}

export function faultAt(text: string, at: number, message: string, expected: string): Fault {
  const before = text.slice(0, at);
  return {
    message,
    line: before.split('\n').length,
    column: at - before.lastIndexOf('\n'),
    expected,
  };
}

const tokens: Readonly<Record<string, string>> = {
  RPAREN: ')',
  LPAREN: '(',
  RBRACKET: ']',
  RBRACE: '}',
  COLON: ':',
  COMMA: ',',
  IDENTIFIER: 'a name',
  EOF: 'the end of the expression',
};
const doubled: Readonly<Record<string, string>> = { '=': '==', '&': '&&', '|': '||' };

/** A fault that the parser found, in our words. */
export function syntaxFault(text: string, code: string, summary: string, at: number): Fault {
  const found = text.charAt(at);
  const fault = (message: string, expected: string): Fault => faultAt(text, at, message, expected);
  const twice = doubled[found];
  switch (code) {
    case 'unexpected_token':
      return fault(
        at >= text.length
          ? 'The expression ends too early.'
          : `No value begins with ${JSON.stringify(found)}.`,
        'a value, such as body.status or "paid"',
      );
    case 'expected_token': {
      const expected = tokens[/^Expected (\w+)/.exec(summary)?.[1] ?? ''] ?? 'something else';
      return fault(
        `${expected.length === 1 ? JSON.stringify(expected) : expected} is missing here.`.replace(
          /^a /,
          'A ',
        ),
        expected,
      );
    }
    case 'unexpected_character':
      return twice === undefined
        ? fault(`${JSON.stringify(found)} does not fit here.`, 'an operator such as == or &&, or the end')
        : fault(`One ${JSON.stringify(found)} alone is no operator.`, twice);
    case 'unterminated_string':
    case 'unterminated_triple_quoted_string':
      return fault('A text has no end.', `${found} after the text`);
    case 'newline_in_string':
      return fault('A text goes over the end of its line.', '\\n, or """ before and after the text');
    case 'limit_exceeded':
      return fault('The expression is too long or nested too deeply.', 'fewer brackets');
    case 'reserved_identifier':
      return fault(`${summary}.`, 'another name');
    default:
      return fault(`${summary.replace(/\.$/, '')}.`, 'an expression in CEL');
  }
}
