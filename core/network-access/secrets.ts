import type { ListedSecret, NewSecret, Secret, SecretChange, StoredSecret } from '#contracts/secret.ts';
import { DomainError } from '#domain/domain-error.ts';
import { secretNamePattern } from '#domain/named-secret.ts';
import { secretCharsMin } from '#domain/secret-parts.ts';
import { secretDomains } from './secret-domains.ts';

interface SecretDraft {
  readonly domains: readonly string[];
  readonly value: string;
}

/** The store of the secrets. */
interface SecretRecords {
  /** In no special order. */
  readonly all: (workspaceId: string) => Promise<readonly ListedSecret[]>;
  readonly open: (workspaceId: string, secret: StoredSecret) => string;
  /** False when there is one of that name. */
  readonly insert: (workspaceId: string, name: string, draft: SecretDraft) => Promise<boolean>;
  /** False when it is no longer as it was read. */
  readonly replace: (workspaceId: string, read: StoredSecret, draft: SecretDraft) => Promise<boolean>;
  /** False when there was none. */
  readonly remove: (workspaceId: string, name: string) => Promise<boolean>;
}

/** The named secrets of a workspace as its owner keeps them. No answer contains a value. */
export interface Secrets {
  /** Newest first. */
  readonly list: (workspaceId: string) => Promise<readonly Secret[]>;
  /** Throws DomainError INVALID_REQUEST, INVALID_DOMAIN or SECRET_EXISTS. */
  readonly create: (workspaceId: string, input: NewSecret) => Promise<Secret>;
  /** Throws as `create` does, and NOT_FOUND. */
  readonly update: (workspaceId: string, name: string, input: SecretChange) => Promise<Secret>;
  /** Throws NOT_FOUND. */
  readonly remove: (workspaceId: string, name: string) => Promise<void>;
}

const secretsMax = 200;
const valueCharsMax = 4096;
const changeAttemptsMax = 5;
const printable = /^[\x20-\x7e]*$/;

const notFound = () => new DomainError('NOT_FOUND', 'There is no such secret.');

export function createSecrets({ records }: { readonly records: SecretRecords }): Secrets {
  async function find(workspaceId: string, name: string): Promise<ListedSecret> {
    const found = (await records.all(workspaceId)).find((secret) => secret.name === name);
    if (found === undefined) throw notFound();
    return found;
  }

  async function create(workspaceId: string, { name: given, ...input }: NewSecret): Promise<Secret> {
    const name = checkedName(given);
    const draft = { domains: secretDomains(input.domains), value: checkedValue(input.value) };
    if ((await records.all(workspaceId)).length >= secretsMax)
      refuse(`A workspace has at most ${secretsMax} secrets.`, 'Delete one that is not used any more.');
    if (!(await records.insert(workspaceId, name, draft)))
      throw new DomainError('SECRET_EXISTS', 'There is a secret of this name already.', { field: 'name' });
    return viewOf(await find(workspaceId, name));
  }

  async function update(workspaceId: string, name: string, input: SecretChange): Promise<Secret> {
    const domains = input.domains === undefined ? undefined : secretDomains(input.domains);
    const value = input.value === undefined ? undefined : checkedValue(input.value);
    for (let attempt = 0; attempt < changeAttemptsMax; attempt++) {
      const read = await find(workspaceId, name);
      if (value === undefined) checkKept(read, domains ?? read.domains);
      const draft = {
        domains: domains ?? read.domains,
        value: value ?? records.open(workspaceId, read),
      };
      if (await records.replace(workspaceId, read, draft)) return viewOf(await find(workspaceId, name));
    }
    throw new DomainError('INTERNAL_ERROR', 'The secret is being changed by others all the time.');
  }

  return {
    list: async (workspaceId) =>
      (await records.all(workspaceId))
        .toSorted((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? -1 : 1))
        .map(viewOf),
    create,
    update,
    async remove(workspaceId, name) {
      if (!(await records.remove(workspaceId, name))) throw notFound();
    },
  };
}

function refuse(message: string, hint: string, field?: 'name' | 'value'): never {
  throw new DomainError('INVALID_REQUEST', message, { hint, ...(field !== undefined && { field }) });
}

function checkedName(given: string): string {
  const name = given.trim();
  if (!secretNamePattern.test(name)) {
    refuse(
      'name is not the name of a secret.',
      'Use a lower-case letter, then letters, digits, _ and -; at most 64.',
      'name',
    );
  }
  return name;
}

/** The value is never part of a message. */
function checkedValue(given: string): string {
  const value = given.trim();
  if (value.length > valueCharsMax)
    refuse(`value must not be longer than ${valueCharsMax} characters.`, 'Check what was pasted.', 'value');
  if (!printable.test(value)) {
    refuse(
      'value must be one line of printable ASCII characters.',
      'A line break or a typographic character was pasted along; copy the value again.',
      'value',
    );
  }
  if (value.length < secretCharsMin) {
    refuse(
      `value must have at least ${secretCharsMin} characters.`,
      'A shorter one could not be recognised where a target sends it back.',
      'value',
    );
  }
  return value;
}

/** A value stays where it was entered for: who adds a host must know it. */
function checkKept(read: StoredSecret, domains: readonly string[]): void {
  if (domains.every((domain) => read.domains.includes(domain))) return;
  refuse('Another domain needs the value again.', 'Send value together with domains.', 'value');
}

const viewOf = ({ name, domains, createdAt, updatedAt, lastUsedAt }: ListedSecret): Secret => ({
  name,
  domains,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
});
