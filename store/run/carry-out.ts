import type { ReadHash, RunCommand } from './run-hashes.ts';

/** Carries out a command of Redis on what was read of a run, and gives its reply; what is not read here stays out. */
export function carryOut(
  hashes: Readonly<Record<ReadHash, Record<string, string>>>,
  [command, name, ...args]: RunCommand,
): unknown {
  if (name === 'steps' || name === 'shapes') return null;
  const hash = hashes[name];
  const [field = '', value = ''] = args;
  switch (command) {
    case 'HSET':
      return Object.assign(hash, Object.fromEntries(pairsOf(args)));
    case 'HSETNX':
      return (hash[field] ??= value);
    case 'HDEL':
      return args.map((one) => delete hash[one]);
    case 'HGET':
      return hash[field] ?? null;
    case 'HKEYS':
      return Object.keys(hash);
  }
}

const pairsOf = (args: readonly string[]) =>
  args.flatMap((field, index) => (index % 2 === 0 ? [[field, args[index + 1] ?? ''] as const] : []));
