import { existsSync } from 'node:fs';
import path from 'node:path';

/** Reads `.env` beside package.json if it exists. The environment takes precedence over the file. */
export function readEnvFile(): void {
  const file = path.join(import.meta.dirname, '../.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
