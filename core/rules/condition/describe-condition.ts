import type { Condition, Field, Op, Test } from './condition-tree.ts';
import { isDecimal } from './decimal.ts';

/** How an operator reads, said and denied; `%` is replaced by the values. */
const phrases: Readonly<Record<Op, readonly [said: string, denied: string]>> = {
  eq: ['%', 'anything but %'],
  contains: ['a text with %', 'a text without %'],
  starts: ['a text that starts with %', 'a text that does not start with %'],
  ends: ['a text that ends with %', 'a text that does not end with %'],
  gt: ['more than %', 'at most %'],
  gte: ['at least %', 'less than %'],
  lt: ['less than %', 'at least %'],
  lte: ['at most %', 'more than %'],
  before: ['a date before %', 'a date that is not before %'],
  after: ['a date after %', 'a date that is not after %'],
  exists: ['a value', 'nothing there'],
  empty: ['nothing in it', 'something in it'],
};

const shown = (value: string): string => (isDecimal(value) ? value : `"${value}"`);

const shownWith = (value: string, unit: string | undefined): string =>
  unit === undefined ? shown(value) : `${shown(value)} ${unit}`;

/** What a test asks for: `"paid"`, `more than 100`, `anything but "draft" or "archived"`. */
export function describeNeed({ op, values, unit }: Test, isNegated: boolean): string {
  const [said, denied] = phrases[op];
  return (isNegated ? denied : said).replace('%', () =>
    values.map((value) => shownWith(value, unit)).join(' or '),
  );
}

/** A condition in plain English, as it was understood. */
export function describeCondition(condition: Condition, isNegated = false): string {
  switch (condition.kind) {
    case 'always':
      return isNegated ? 'never' : 'always';
    case 'not':
      return describeCondition(condition.of, !isNegated);
    case 'every':
    case 'some': {
      const joint = (condition.kind === 'every') === isNegated ? ' or ' : ' and ';
      const parts = condition.of.map((part) => {
        const text = describeCondition(part, isNegated);
        const { kind } = part.kind === 'not' ? part.of : part;
        return kind === 'every' || kind === 'some' || kind === 'readings' ? `(${text})` : text;
      });
      return parts.join(joint);
    }
    case 'readings': {
      const texts = condition.of.map((reading) => describeCondition(reading, isNegated));
      return `${texts.join(', which can also mean ')} (decided where both agree)`;
    }
    case 'test': {
      // "Not all are digital" is that some are not; "not any is" is said of the field itself.
      const all = condition.quantifier === 'all' ? (isNegated ? 'not every one of ' : 'every one of ') : '';
      const need = describeNeed(condition, isNegated && all === '');
      return `${all}${describeField(condition.field)} is ${need}`;
    }
  }
}

/** A field as people call it. */
export function describeField(field: Field): string {
  switch (field.kind) {
    case 'field':
      return field.words === 'delivery' ? 'the delivery' : field.words;
    case 'header':
      return `header ${field.name}`;
    case 'body':
      return 'the body';
    case 'count':
      return `the number of ${field.words}`;
    case 'sum':
      return `the sum of ${field.words}`;
    case 'length':
      return `the length of ${field.words}`;
    case 'change':
      return `what ${field.words} was changed to`;
  }
}
