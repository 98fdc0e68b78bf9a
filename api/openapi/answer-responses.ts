import type { AnswerSpec } from '../operations/answers.ts';
import type { Operation } from '../operations/define-operation.ts';
import { responseHeaders } from './headers.ts';

/** The success responses of an operation, by status. */
export function answerResponses({ access, answers }: Operation) {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [
      status,
      {
        description: answer.description,
        headers: responseHeaders(access, answer.headers),
        ...contentOf(answer),
      },
    ]),
  );
}

function contentOf(answer: AnswerSpec) {
  switch (answer.kind) {
    case 'json': {
      const { schema, examples } = answer;
      return { content: { 'application/json': { schema, ...(examples && { examples: { ...examples } }) } } };
    }
    case 'file':
      return {
        content: Object.fromEntries(
          Object.entries(answer.types).map(([mediaType, schema]) => [mediaType, { schema }]),
        ),
      };
    case 'empty':
      return {};
  }
}
