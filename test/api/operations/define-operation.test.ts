import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';

import { jsonBody } from '#api/body/json-body.ts';
import { bytes, empty, file, json } from '#api/operations/answers.ts';
import { defineOperation } from '#api/operations/define-operation.ts';
import { idParam } from '#api/operations/path-params.ts';

const Thing = z.object({ id: z.string(), size: z.int() });
const thing = {
  method: 'get',
  path: '/manage/things/{agentId}',
  id: 'readThing',
  access: 'owner',
  summary: 'Read a thing',
  params: { agentId: idParam('agent') },
} as const;

test('a handler is given what its operation declares, and no more', () => {
  const operation = defineOperation({
    ...thing,
    query: z.object({ limit: z.string().transform(Number) }),
    body: jsonBody(Thing),
    answers: { 204: empty('Nothing.') },
    handle: async (request) => {
      expectTypeOf(request.params).toEqualTypeOf<Readonly<Record<'agentId', string>>>();
      expectTypeOf(request.query).toEqualTypeOf<{ limit: number }>();
      expectTypeOf(request.workspace.id).toEqualTypeOf<string>();
      expectTypeOf(await request.body()).toEqualTypeOf<{ id: string; size: number }>();
      // @ts-expect-error Only the public API knows its caller by address.
      void request.client;
      return { status: 204 };
    },
  });
  expect(operation.params).toBe(thing.params);
});

test('an answer that its schema or status does not allow does not compile', () => {
  const answers = { 200: json('The thing.', Thing) };
  // @ts-expect-error A member is missing.
  defineOperation({ ...thing, answers, handle: () => ({ status: 200, body: { id: 'a' } }) });
  // @ts-expect-error A member has the wrong type.
  defineOperation({ ...thing, answers, handle: () => ({ status: 200, body: { id: 'a', size: 'b' } }) });
  // @ts-expect-error The status is not declared.
  defineOperation({ ...thing, answers, handle: () => ({ status: 201, body: { id: 'a', size: 1 } }) });
  // @ts-expect-error The body is missing.
  defineOperation({ ...thing, answers, handle: () => ({ status: 200 }) });
  const files = { 200: file('The bytes.', { 'application/pdf': {} }) };
  // @ts-expect-error The media type is not declared.
  defineOperation({ ...thing, answers: files, handle: () => ({ status: 200, ...bytes('text/csv', '') }) });
  const operation = defineOperation({
    ...thing,
    answers: files,
    handle: () => ({ status: 200, ...bytes('application/pdf', '') }),
  });
  expect(Object.keys(operation.answers)).toEqual(['200']);
});
