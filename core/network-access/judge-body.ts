import type { BoundedRequest, MemberBound } from '#contracts/policy-bounds.ts';
import { foldHeaderName } from '#domain/header-names.ts';
import { isExactNumber, isList, isRecord, type JsonValue } from '#domain/json-value.ts';
import { boundWords } from './bound-words.ts';
import { readJsonStrictly } from './read-json-strictly.ts';

type Found = { readonly values: readonly JsonValue[] } | { readonly fault: string };

/** Judges the bounds of members of one body: null where one is held for certain, else the bound and why it is not. */
export function createBodyJudge(request: BoundedRequest, attachedHeaders: readonly string[]) {
  const content = contentOf(request, attachedHeaders);
  return function judge(bound: MemberBound): string | null {
    const fault = 'fault' in content ? content.fault : faultOf(content.value, bound, request.search);
    return fault === null ? null : `${boundWords(bound)}: ${fault}`;
  };
}

const jsonType = /^application\/(?:[\w.-]+\+)?json(?:\s*;\s*charset="?utf-8"?)?$/i;

/** The JSON of a body, where nothing lets the target read it as anything else. */
function contentOf({ body, headers, contentType }: BoundedRequest, attachedHeaders: readonly string[]) {
  if (body == null) return { fault: 'there is no body' };
  const isNamed = (wanted: string) => (name: string) => foldHeaderName(name) === wanted;
  const names = [...headers.map(([name]) => name), ...attachedHeaders];
  const given = headers.filter(([name]) => isNamed('content-type')(name)).map(([, value]) => value.trim());
  const types = given.length > 0 ? given : [contentType ?? ''];
  const isJson =
    types.every((type) => jsonType.test(type)) &&
    !names.some(isNamed('content-encoding')) &&
    !attachedHeaders.some(isNamed('content-type'));
  return isJson ? readJsonStrictly(body) : { fault: 'the body is not sent as JSON' };
}

function faultOf(root: JsonValue, bound: MemberBound, search: string): string | null {
  const steps = bound.member.match(/\[\]|[^.[\]]+/g) ?? [];
  const [first = ''] = steps;
  const inQuery = [...new URLSearchParams(search).keys()].map((key) => folded(key.split(/[.[]/, 1)[0] ?? ''));
  if (inQuery.includes(folded(first))) return 'the query has it too';
  const found = valuesAt(root, steps);
  if ('fault' in found) return found.fault;
  if (found.values.length === 0) return 'it is not there';
  return found.values.map((value) => valueFault(value, bound)).find((fault) => fault !== null) ?? null;
}

/** Every value at a path; a list stands for its items. */
function valuesAt(value: JsonValue, [step, ...rest]: readonly string[]): Found {
  if (step === undefined) return { values: [value] };
  if (step === '[]') {
    if (!isList(value)) return { fault: 'a list is expected there' };
    const below = value.map((item) => valuesAt(item, rest));
    return (
      below.find((one) => 'fault' in one) ?? {
        values: below.flatMap((one) => ('values' in one ? one.values : [])),
      }
    );
  }
  if (!isRecord(value)) return { fault: 'it is not there' };
  const names = Object.keys(value);
  const alike = [step, ...rest.map((_, index) => [step, ...rest.slice(0, index + 1)].join(''))].map(folded);
  // Some readers know a member in another case or spelling too, and it is not known which one counts.
  if (names.some((name) => name !== step && alike.includes(folded(name))))
    return { fault: 'the body has a member of almost this name' };
  const member = Object.hasOwn(value, step) ? value[step] : undefined;
  return member === undefined ? { fault: 'it is not there' } : valuesAt(member, rest);
}

const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '') || name;

function valueFault(value: JsonValue, { min, max, oneOf }: MemberBound): string | null {
  const number = certainNumber(value);
  if (oneOf !== undefined)
    return oneOf.some((one) => one === (number ?? value)) ? null : 'it is none of them';
  if (number === null) return 'it is not a plain number';
  return number < (min ?? -Infinity) || number > (max ?? Infinity) ? 'it is out of bounds' : null;
}

/** A number whose digits no reader can lose: no exponent, and no more digits than a double keeps. */
function certainNumber(value: JsonValue): number | null {
  if (typeof value === 'number') return isPlain(String(value)) ? value : null;
  if (!isExactNumber(value)) return null;
  const plain = value.rawJSON.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return isPlain(plain) && String(Number(plain)) === plain ? Number(plain) : null;
}

const isPlain = (digits: string): boolean => /^-?\d+(\.\d+)?$/.test(digits) && digits.length <= 16;
