import type { Options } from 'ajv';
import { loadLibrary } from '../../load-library.ts';
import { invalid } from '../../refuse.ts';
import { ToolError } from '../../tool-error.ts';
import { compilePattern } from '../patterns/pattern.ts';

const mistakesMax = 100;

export interface SchemaVerdict {
  readonly valid: boolean;
  readonly errors: readonly { readonly at: string; readonly message: string }[];
}

/** Patterns of a caller's schema run on the linear-time engine. */
const linearPatterns = Object.assign(
  (source: string) => {
    const pattern = compilePattern(source, '');
    // The library tells patterns from each other by their text.
    return { test: (text: string) => pattern.matcher(text).find(), toString: () => source };
  },
  { code: 'linearPatterns' },
);

const options = {
  allErrors: true,
  strict: false,
  validateFormats: true,
  code: { regExp: linearPatterns },
} as unknown as Options;

async function validatorFor(schema: object) {
  const [{ Ajv2020 }, { Ajv }, { default: formats }] = await loadLibrary('ajv', () =>
    Promise.all([import('ajv/dist/2020.js'), import('ajv'), import('ajv-formats')]),
  );
  const dialect = '$schema' in schema ? schema.$schema : undefined;
  const isOld = typeof dialect === 'string' && /draft-0[467]/.test(dialect);
  const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  return ajv.compile(schema);
}

/** Throws INVALID_REQUEST for a schema that is none, or that refers to another file. */
export async function validateBySchema(data: unknown, schema: unknown): Promise<SchemaVerdict> {
  if (typeof schema === 'boolean') return { valid: schema, errors: [] };
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw invalid('schema must be a JSON object.');
  let validate: Awaited<ReturnType<typeof validatorFor>>;
  try {
    validate = await validatorFor(schema);
  } catch (error) {
    if (error instanceof ToolError || error instanceof RangeError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw invalid(`schema cannot be used: ${message.replace(/\.$/, '').slice(0, 300)}.`);
  }
  const valid = validate(data);
  const errors = (validate.errors ?? [])
    .slice(0, mistakesMax)
    .map(({ instancePath, message = 'is wrong', params }) => {
      const extra = 'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : '';
      return { at: instancePath, message: `${message}${extra}` };
    });
  return { valid, errors };
}
