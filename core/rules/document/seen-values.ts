import { nameWords } from './name-words.ts';

const valuesMax = 8;
/** From so many on, values that repeat are those of an enumeration, whatever the field is called. */
const repeatedFrom = 3;

/** Last words of names whose values are usually few. */
const enumNames = new Set(
  'action category channel conclusion country currency environment env event gateway kind label language level locale method mode outcome plan platform priority reason region result role severity stage state status tag tags topic type'.split(
    ' ',
  ),
);

/** A few words of letters and digits, such as "In Review" or "invoice.paid": no address, id, date or sentence. */
const term = /^[\p{L}\p{N}][\p{L}\p{N}_.:/+-]{0,39}(?: [\p{L}\p{N}_.:/+-]{1,20}){0,2}$/u;
const identifier = /\d{5}|\d{4}-\d\d|:\/\/|^(?=.*\d)(?=.*\p{L})\S{16,}$/u;

/** The values of a field that looks like an enumeration, each once; none of any other field. */
export function seenValues(path: string, texts: readonly string[]): readonly string[] {
  const values = [...new Set(texts)];
  if (values.length > valuesMax || !values.every((value) => term.test(value) && !identifier.test(value)))
    return [];
  const lastWord =
    nameWords(path.split('.').at(-1) ?? '')
      .split(' ')
      .at(-1) ?? '';
  const isRepeated = texts.length >= repeatedFrom && values.length < texts.length;
  return enumNames.has(lastWord) || isRepeated ? values : [];
}
