import type { AnswerSchema } from '#contracts/answer-schema.ts';
import { readSchema, type SchemaFault } from './answer-schema/read-schema.ts';
import { mistakesOfSchema } from './answer-schema/validator.ts';

/** An answer that is JSON of a schema of its owner. */
export { readJsonAnswer } from './answer-schema/json-answer.ts';

/** The mistake of a value of which some places are known only later. */
export { certainMistake, type Skeleton } from './answer-schema/certain-mistake.ts';

/** The mistakes of a value. */
export { mistakesIn } from './answer-schema/validator.ts';

/** Why a schema cannot be used, with its first place; null for one that can. */
export function faultOfAnswerSchema(schema: AnswerSchema): SchemaFault | null {
  const [mistake] = mistakesOfSchema(schema);
  if (mistake === undefined) {
    const read = readSchema(schema);
    return 'fault' in read ? read.fault : null;
  }
  return { place: mistake.instancePath, message: mistake.message ?? 'is no JSON Schema' };
}
