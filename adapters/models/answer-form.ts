import type { JSONSchema7 } from '@ai-sdk/provider';

import type { AnswerSchema } from '#contracts/answer-schema.ts';
import { rewrite } from './wire-schema.ts';

const depthMax = 5;
const partsMax = 100;

/**
 * An owner's schema as a provider is bound to it; null where a strict mode may not take it: its providers refuse the call
 * of a tool whose schema they do not know. Then the prompt alone tells the model.
 */
export function strictForm(schema: AnswerSchema): JSONSchema7 | null {
  const { $schema: _, ...given } = schema;
  // A text for an answer would be read as JSON in writing.
  if (given['type'] === 'string' || countOf(given, depthMax) > partsMax) return null;
  try {
    return rewrite(given);
  } catch {
    return null;
  }
}

/** The parts of a schema; Infinity for one that not every strict mode takes. */
function countOf(schema: unknown, depth: number): number {
  if (typeof schema !== 'object' || schema === null || depth < 0) return Infinity;
  const { type, anyOf, enum: values, const: value, properties, required, items } = schema as AnswerSchema;
  if (Array.isArray(anyOf)) return sumOf(anyOf, depth);
  const isEnumerated = values !== undefined || value !== undefined;
  if (isEnumerated && (type !== 'string' || ![values ?? value].flat().every(isText))) return Infinity;
  const types: readonly unknown[] = [type].flat();
  if (types.includes('array') && items === undefined) return Infinity;
  const members = Object.entries(properties ?? {});
  const names = members.map(([name]) => name);
  const isObject = types.includes('object');
  if (isObject && (names.length === 0 || !names.every((name) => memberName.test(name)))) return Infinity;
  if (!((required ?? []) as readonly string[]).every((name) => names.includes(name))) return Infinity;
  const inner = [...members.map(([, member]) => member), ...(items === undefined ? [] : [items])];
  return sumOf(inner, depth);
}

const isText = (value: unknown): boolean => typeof value === 'string';
const memberName = /^[\w.-]{1,64}$/;

const sumOf = (parts: readonly unknown[], depth: number): number =>
  parts.reduce<number>((sum, part) => sum + countOf(part, depth - 1), 1);
