import { randomBytes } from 'node:crypto';
import type { Environment } from '#platform/environment.ts';
import { choosePorts } from './choose-ports.ts';
import { addressFile, type DataFolder } from './data-folder.ts';
import { portPreferences, type Ports } from './port-preferences.ts';

/** The settings of a start that the environment does not provide: found, remembered or generated. */
export interface StartupSettings {
  readonly ports: Ports;
  readonly publicUrl: string;
  readonly adminToken: string;
  readonly masterKeys: string;
  readonly namespace: string | undefined;
}

export const adminTokenFile = 'admin-token';
export const masterKeysFile = 'master-keys';

interface StartupSources {
  readonly config: Environment;
  readonly env: NodeJS.ProcessEnv;
  readonly data: DataFolder;
  readonly say: (sentence: string) => void;
}

/** Chooses ports, reserved by the claims, and generates the secrets that the environment does not set. */
export async function resolveStartup(
  { config, env, data, say }: StartupSources,
  claims: DisposableStack,
): Promise<StartupSettings> {
  const ports = await choosePorts(data, portPreferences(config, env), claims);
  if (ports.api !== config.PORT && config.PORT !== 0)
    say(`The API listens on port ${ports.api}: ${config.PORT} was in use when the port was chosen.`);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${ports.api}`;
  await data.write(addressFile, publicUrl);
  return {
    ports,
    publicUrl,
    adminToken: config.ADMIN_TOKEN ?? (await loadOrCreateSecret(data, adminTokenFile, newToken)),
    masterKeys: env['MASTER_KEYS']?.trim() || (await loadOrCreateSecret(data, masterKeysFile, newMasterKey)),
    namespace: env['TEMPORAL_NAMESPACE']?.trim() || undefined,
  };
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function newMasterKey(): string {
  return `k1:${randomBytes(32).toString('base64')}`;
}

/** A secret of this data folder, generated on first use. */
async function loadOrCreateSecret(data: DataFolder, name: string, make: () => string): Promise<string> {
  const kept = await data.read(name);
  if (kept !== undefined) return kept;
  const value = make();
  await data.write(name, value);
  return value;
}
