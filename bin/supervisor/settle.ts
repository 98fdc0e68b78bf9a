import { randomBytes } from 'node:crypto';
import type { Environment } from '../../platform/environment.ts';
import { choosePorts } from './choose-ports.ts';
import { addressFile, type DataFolder } from './data-folder.ts';
import { keptSecret } from './kept-secret.ts';
import { portWishes, type Ports } from './port-wishes.ts';

/** What a start needs beside the environment: found out, remembered or made. */
export interface Settled {
  readonly ports: Ports;
  readonly publicUrl: string;
  readonly adminToken: string;
  readonly masterKeys: string;
  readonly namespace: string | undefined;
}

export const adminTokenFile = 'admin-token';
export const masterKeysFile = 'master-keys';

interface Settle {
  readonly config: Environment;
  readonly env: NodeJS.ProcessEnv;
  readonly data: DataFolder;
  readonly say: (sentence: string) => void;
}

/** Chooses ports, kept from other starts by the claims, and makes the secrets that the environment does not name. */
export async function settle({ config, env, data, say }: Settle, claims: DisposableStack): Promise<Settled> {
  const ports = await choosePorts(data, portWishes(config, env), claims);
  if (ports.api !== config.PORT && config.PORT !== 0)
    say(`The API listens on port ${ports.api}: ${config.PORT} was in use when the port was chosen.`);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${ports.api}`;
  await data.write(addressFile, publicUrl);
  return {
    ports,
    publicUrl,
    adminToken: config.ADMIN_TOKEN ?? (await keptSecret(data, adminTokenFile, newToken)),
    masterKeys: env['MASTER_KEYS']?.trim() || (await keptSecret(data, masterKeysFile, newMasterKey)),
    namespace: env['TEMPORAL_NAMESPACE']?.trim() || undefined,
  };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function newMasterKey(): string {
  return `k1:${randomBytes(32).toString('base64')}`;
}
