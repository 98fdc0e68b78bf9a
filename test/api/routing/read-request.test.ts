import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { requestReader } from '#api/routing/read-request.ts';

type Read = ReturnType<typeof requestReader>;
const operation = { access: 'public', params: {}, answers: {} } as Parameters<typeof requestReader>[0];

function newContext() {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  return { req, res, params: {}, query: {}, headers: {}, state: { client: '192.0.2.1', requestId: 'r' } };
}

const read = (read: Read, context = newContext()) => read(context as unknown as Parameters<Read>[0]);

/** Whether V8 describes both objects by one hidden class. */
function areOfOneClass(one: object, other: object): boolean {
  setFlagsFromString('--allow-natives-syntax');
  try {
    const compare: unknown = runInThisContext('(one, other) => %HaveSameMap(one, other)');
    return (compare as (one: object, other: object) => boolean)(one, other);
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

test('requests of an operation share a hidden class: one of its own would keep each until a full collection', () => {
  const reader = requestReader(operation);
  expect(areOfOneClass(read(reader), read(reader))).toBe(true);
  expect(areOfOneClass({ one: 1 }, { other: 1 })).toBe(false);
});

test('the signal of a request is aborted when its exchange is over', () => {
  const context = newContext();
  const { signal } = read(requestReader(operation), context);
  expect(signal()).toBe(signal());
  expect(signal().aborted).toBe(false);
  context.res.emit('close');
  expect(signal().aborted).toBe(true);
});
