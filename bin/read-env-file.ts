import { existsSync } from 'node:fs';
import path from 'node:path';

import { loadSecretFiles } from '#platform/secret-files.ts';

/**
 * Reads `.env` beside package.json if it exists; the environment takes precedence over it. Then what `NAME_FILE` variables
 * name. Throws {@link ConfigError}.
 */
export function readEnvFile(): void {
  const file = path.join(import.meta.dirname, '../.env');
  if (existsSync(file)) process.loadEnvFile(file);
  loadSecretFiles(process.env);
}
