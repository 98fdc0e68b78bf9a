import {
  isExactNumber,
  isList,
  isRecord,
  type JsonValue,
  parseJson,
  scalarText,
} from '#domain/json-value.ts';
import {
  type Applied,
  type Argument,
  argumentsThat,
  noArguments,
  type TemplateFunction,
} from './template-function.ts';

const ofText =
  (change: (text: string) => string): TemplateFunction['apply'] =>
  (input) =>
    typeof input === 'string' ? { value: change(input) } : { needs: 'a text' };

export const textFunctions = {
  /** A text in upper case. */
  upper: {
    takes: noArguments,
    apply: ofText((text) => text.toUpperCase()),
  },
  /** A text in lower case. */
  lower: {
    takes: noArguments,
    apply: ofText((text) => text.toLowerCase()),
  },
  /** A text without blanks around it. */
  trim: {
    takes: noArguments,
    apply: ofText((text) => text.trim()),
  },
  /** Another value where the field is missing, null or empty. */
  default: {
    takes: argumentsThat(() => true),
    apply: (input, [arg]) => ({ value: input === null || input === '' ? argumentValue(arg) : input }),
  },
  /** A text or a number, percent-encoded. What fills a URL is so by itself. */
  url: {
    takes: noArguments,
    apply: (input) => {
      const text = isSingle(input) ? scalarText(input) : null;
      return text === null
        ? { needs: 'a text or a number' }
        : { value: encodeURIComponent(text.toWellFormed()) };
    },
  },
  /** Any value as a text of JSON. */
  json: {
    takes: noArguments,
    apply: (input): Applied => ({ value: JSON.stringify(input) }),
  },
} satisfies Readonly<Record<string, TemplateFunction>>;

const isSingle = (value: JsonValue): boolean =>
  value !== null && !isList(value) && (!isRecord(value) || isExactNumber(value));

function argumentValue(arg: Argument | undefined): JsonValue {
  if (arg?.kind !== 'number') return arg?.text ?? '';
  return parseJson(arg.text)?.value ?? arg.text;
}
