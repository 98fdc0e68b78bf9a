import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Documents that come with a package. */
export const exampleDocuments = {
  'Star Trek (3.0, YAML)': '3.0/yaml/star-trek.yaml',
  'ReadMe (3.1, JSON)': '3.1/json/readme.json',
  'Train Travel (3.1, YAML)': '3.1/yaml/train-travel.yaml',
  'Petstore (3.0, JSON)': '3.0/json/petstore.json',
  'Schema types (3.1, JSON)': '3.1/json/schema-types.json',
} as const;

export const exampleText = (path: string): string =>
  readFileSync(resolve(`@readme/oas-examples/${path}`), 'utf8');

const gitHubPackage = '@octokit/openapi@23.0.2';

/** GitHub's document, which is too large to be installed with everything else; null where the registry cannot be asked. */
export function gitHubText(folder: string): string | null {
  const options = { cwd: folder, encoding: 'utf8', timeout: 120_000, stdio: 'pipe' } as const;
  const path = 'package/generated/api.github.com.json';
  try {
    const pack = execFileSync('npm', ['pack', gitHubPackage, '--silent'], options).trim();
    execFileSync('tar', ['-xzf', pack, path], options);
  } catch {
    return null;
  }
  return readFileSync(join(folder, path), 'utf8');
}
