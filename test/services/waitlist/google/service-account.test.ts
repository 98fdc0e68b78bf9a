import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readServiceAccount } from '#waitlist/google/service-account.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const account = {
  client_email: 'a@b.example',
  private_key: '-----BEGIN PRIVATE KEY-----\nabc',
  type: 'service_account',
};

it('reads the JSON itself, with the usual token address', async () => {
  const read = await readServiceAccount(JSON.stringify(account));
  expect(read).toMatchObject({
    client_email: 'a@b.example',
    token_uri: 'https://oauth2.googleapis.com/token',
  });
});

it('reads the file of a path', async () => {
  const file = path.join(await temporaryFolder('account-'), 'key.json');
  await writeFile(file, JSON.stringify(account));
  expect((await readServiceAccount(file)).client_email).toBe('a@b.example');
});

it.each([
  ['{broken', 'not the key file'],
  [JSON.stringify({ ...account, client_email: undefined }), 'client_email'],
  [JSON.stringify({ ...account, private_key: 'secret-material' }), 'private_key'],
])('refuses %s and names the field, not the key', async (setting, part) => {
  const error = await readServiceAccount(setting).catch(String);
  expect(error).toContain(part);
  expect(error).not.toContain('secret-material');
});
