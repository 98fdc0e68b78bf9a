import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** The members we use of a service account's key file. */
const ServiceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN'),
  private_key_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** Reads GOOGLE_SERVICE_ACCOUNT: the JSON of a key file, or its path. Errors never quote the key. */
export async function readServiceAccount(setting: string): Promise<ServiceAccount> {
  const isJson = setting.trimStart().startsWith('{');
  const text = isJson ? setting : await readFile(setting, 'utf8');
  const parsed = ServiceAccount.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join('.')).filter((field) => field !== '');
  throw new Error(
    `GOOGLE_SERVICE_ACCOUNT is not the key file of a service account${fields.length > 0 ? `; look at ${fields.join(', ')}` : ''}.`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
