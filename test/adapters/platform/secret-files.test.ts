import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { ConfigError, readConfig } from '#platform/config.ts';
import { secretNames } from '#platform/environment.ts';
import { loadSecretFiles } from '#platform/secret-files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

async function fileWith(text: string): Promise<string> {
  const file = path.join(await temporaryFolder('reveille-secret-'), 'secret');
  await writeFile(file, text);
  return file;
}

function refusalOf(env: Record<string, string | undefined>): unknown {
  try {
    loadSecretFiles(env);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('loadSecretFiles', () => {
  it.each(secretNames)(
    'puts what a file holds in the place of %s_FILE, without its line break',
    async (name) => {
      const env: Record<string, string | undefined> = { [`${name}_FILE`]: await fileWith('a secret text\n') };
      loadSecretFiles(env);
      expect(env).toEqual({ [name]: 'a secret text' });
    },
  );

  it('gives settings that are read as those of variables are', async () => {
    const url = 's3://reveille:secret@s3:7070/reveille?tls=false';
    const env: Record<string, string | undefined> = { BLOBS_URL_FILE: await fileWith(`${url}\n`) };
    loadSecretFiles(env);
    expect(readConfig(env).BLOBS_URL).toEqual(readConfig({ BLOBS_URL: url }).BLOBS_URL);
  });

  it('changes nothing where no file is named', () => {
    const env: Record<string, string | undefined> = {
      ADMIN_TOKEN: 'given',
      MASTER_KEYS_FILE: ' ',
      PORT_FILE: 'x',
    };
    loadSecretFiles(env);
    expect(env).toEqual({ ADMIN_TOKEN: 'given', PORT_FILE: 'x' });
  });

  it('refuses a secret that is given both ways, whatever the file holds', async () => {
    const refusal = refusalOf({ ADMIN_TOKEN: 'one', ADMIN_TOKEN_FILE: await fileWith('other') });
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(refusal).toHaveProperty(
      'message',
      'Wrong environment: ADMIN_TOKEN and ADMIN_TOKEN_FILE are both set.',
    );
  });

  it('names the variable of a file that is not there', () => {
    const refusal = refusalOf({ MASTER_KEYS_FILE: '/nowhere/master-keys' });
    expect(refusal).toBeInstanceOf(ConfigError);
    expect(String(refusal)).toMatch(
      /the file of MASTER_KEYS_FILE cannot be read: ENOENT.*\/nowhere\/master-keys/,
    );
  });

  it('names the variable of a file that is a folder', async () => {
    const refusal = refusalOf({ SMTP_URL_FILE: await temporaryFolder('reveille-secret-') });
    expect(String(refusal)).toContain('the file of SMTP_URL_FILE cannot be read: EISDIR');
  });

  it('refuses an empty file, so that no service starts without the secret', async () => {
    const file = await fileWith('\n');
    expect(String(refusalOf({ REDIS_URL_FILE: file }))).toContain(
      `the file of REDIS_URL_FILE, ${file}, is empty`,
    );
  });
});
