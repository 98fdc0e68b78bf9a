import { isList, type JsonValue, parseJson, scalarText } from '#domain/json-value.ts';
import { sumDecimals } from '../../condition/decimal.ts';
import {
  type Applied,
  argumentsThat,
  isText,
  noArguments,
  oneOf,
  type TemplateFunction,
} from './template-function.ts';
import { decimalOf } from './numbers.ts';

const ofList =
  (use: (list: readonly JsonValue[]) => Applied) =>
  (input: JsonValue): Applied =>
    isList(input) ? use(input) : { needs: 'a list' };

const itemAt = (index: number): TemplateFunction['apply'] =>
  ofList((list) => {
    const item = list.at(index);
    return item === undefined ? { needs: 'a list with something in it' } : { value: item };
  });

export const listFunctions = {
  /** The texts and numbers of a list in one text, by default with a comma and a blank between them. */
  join: {
    takes: oneOf(noArguments, argumentsThat(isText)),
    apply: (input, [separator]) =>
      ofList((list) => {
        const texts = list.map((item) => (item === null ? null : scalarText(item)));
        return texts.includes(null)
          ? { needs: 'a list of texts or numbers' }
          : { value: texts.join(separator?.text ?? ', ') };
      })(input),
  },
  /** The first item of a list. */
  first: { takes: noArguments, apply: itemAt(0) },
  /** The last item of a list. */
  last: { takes: noArguments, apply: itemAt(-1) },
  /** How many items a list has. */
  count: {
    takes: noArguments,
    apply: ofList((list) => ({ value: list.length })),
  },
  /** The exact sum of a list of numbers. */
  sum: {
    takes: noArguments,
    apply: ofList((list) => {
      const terms = list.map((item) => decimalOf(item)?.toFixed() ?? '');
      const sum = sumDecimals(terms);
      return sum === null ? { needs: 'a list of numbers' } : { value: parseJson(sum)?.value ?? sum };
    }),
  },
} satisfies Readonly<Record<string, TemplateFunction>>;
