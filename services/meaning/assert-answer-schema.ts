import type { AnswerSchema } from '#contracts/answer-schema.ts';
import { invalidField } from '#domain/domain-error.ts';
import { faultOfAnswerSchema } from '#rules/answer-schema.ts';

/** Throws INVALID_REQUEST with the place in the schema that cannot be used. */
export function assertAnswerSchema(schema: AnswerSchema): void {
  const fault = faultOfAnswerSchema(schema);
  if (fault !== null) throw invalidField('answerSchema', `${fault.place || 'it'} ${fault.message}`);
}
