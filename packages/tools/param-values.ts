import { z } from 'zod';

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const truths: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

/** Long and older words for choices. */
const longNames: Readonly<Record<string, string>> = {
  ascending: 'asc',
  descending: 'desc',
  javascript: 'js',
  typescript: 'ts',
  markdown: 'md',
  yml: 'yaml',
  postgres: 'postgresql',
  sqlserver: 'transactsql',
  tabs: 'tab',
  characters: 'char',
  character: 'char',
  words: 'word',
  lines: 'line',
  sentences: 'sentence',
  centre: 'center',
  hexadecimal: 'hex',
};

/** The schema below defaults and options. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return inner(schema.unwrap());
  return schema;
}

const plain = (word: string) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function choiceOf(options: readonly (string | number)[], written: string): string | number {
  if (options.includes(written)) return written;
  const wanted = plain(written);
  const words = [wanted, longNames[wanted]].filter((word) => word !== undefined && word !== '');
  const similar = options.filter((option) => words.includes(plain(String(option))));
  const [only, ...others] = similar;
  return only !== undefined && others.length === 0 ? only : written;
}

/** A value as models and forms send it, in the type that the schema wants: "5" is a number, "yes" a flag, SHA-256 a choice. */
export function asWanted(schema: z.core.$ZodType, value: unknown): unknown {
  const wanted = inner(schema);
  if (typeof value === 'boolean' && wanted instanceof z.ZodEnum) {
    // Switches that were once choices.
    const [word] = value ? ['yes'] : ['no'];
    return wanted.options.includes(word ?? '') ? word : value;
  }
  if (typeof value !== 'string') return value;
  if (wanted instanceof z.ZodNumber) return decimal.test(value.trim()) ? Number(value) : value;
  if (wanted instanceof z.ZodBoolean) return truths[value.trim().toLowerCase()] ?? value;
  if (wanted instanceof z.ZodEnum) return choiceOf(wanted.options, value);
  return value;
}
