import { secretNamePattern } from '#domain/named-secret.ts';
import type { PathParam } from '../path-params.ts';

export const secretNameParam: PathParam = {
  description: 'The name of a secret.',
  shape: { pattern: secretNamePattern, missing: 'There is no such secret' },
};
