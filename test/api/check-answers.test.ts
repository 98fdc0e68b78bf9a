import Koa from 'koa';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { json } from '#api/operations/answers.ts';
import { defineOperation } from '#api/operations/define-operation.ts';
import { operationRouter } from '#api/routing/operation-router.ts';
import { listen } from '#api/server.ts';
import type { AppState } from '#api/state.ts';
import { errorAnswer } from '#api/middleware/error-answer.ts';
import { DomainError } from '#domain/domain-error.ts';
import { checkAnswers } from '#test/support/check-answers.ts';
import { silentLogger } from '#test/support/silent-logger.ts';

/** The result of the check for an answer `body`, or for a refusal. */
async function verdict(answer: unknown): Promise<string | null> {
  const operation = defineOperation({
    method: 'get',
    path: '/thing',
    id: 'readThing',
    access: 'service',
    summary: 'Read a thing',
    answers: { 200: json('The thing.', z.object({ id: z.string() })) },
    refusals: ['NOT_FOUND'],
    handle: () => {
      if (answer instanceof DomainError) throw answer;
      return { status: 200, body: answer as { id: string } };
    },
  });
  const app = new Koa<AppState>();
  app.use(errorAnswer({ logger: silentLogger, storeProblemOf: () => null }));
  app.use(operationRouter([operation], {}).routes() as Koa.Middleware<AppState>);
  const answers = checkAnswers(app);
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  await fetch(`http://127.0.0.1:${server.port}/thing`).then((response) => response.text());
  await server.close();
  try {
    answers.assertAll();
    return null;
  } catch (error) {
    return String(error);
  }
}

test.each([
  ['the declared members', { id: 'a' }, null],
  ['a member of another type', { id: 7 }, /expected string/],
  ['a member that is missing', {}, /expected string/],
  ['a member more', { id: 'a', secret: 'b' }, /members that the schema does not/],
  ['a declared refusal', new DomainError('NOT_FOUND', 'No.'), null],
  [
    'a refusal that is not declared',
    new DomainError('INVALID_DOMAIN', 'No.'),
    /does not declare INVALID_DOMAIN/,
  ],
])('an answer with %s is judged by its operation', async (_, answer, misfit) => {
  const said = await verdict(answer);
  if (misfit === null) expect(said).toBeNull();
  else expect(said).toMatch(misfit);
});
