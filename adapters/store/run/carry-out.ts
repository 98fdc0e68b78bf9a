import type { ReadHash, RunCommand } from './run-hashes.ts';

type Hashes = Readonly<Record<ReadHash, Record<string, string>>>;

/** Carries out commands of Redis on what was read of a run, and gives their replies; what is not read here stays out. */
export function carryOut(hashes: Hashes, commands: readonly RunCommand[]): readonly unknown[] {
  let condition = '';
  return commands.map(([command, name, ...args]) => {
    if (name === 'steps' || name === 'shapes') return null;
    const hash = hashes[name];
    const [field = '', value = ''] = args;
    switch (command) {
      case 'HEXISTS':
        condition = hash[field] === undefined ? '?' : '';
        return condition === '?' ? 0 : 1;
      case 'HSETNX':
        condition = conditionAfter(hash[field], value);
        hash[field] ??= value;
        return condition === '?' ? 1 : 0;
      case '?HSET':
      case '!HSET':
        return command[0] === condition ? setFields(hash, args) : null;
      case 'HSET':
        return setFields(hash, args);
      case 'HDEL':
        return args.map((one) => delete hash[one]);
      case 'HKEYS':
        return Object.keys(hash);
    }
  });
}

/** How the commands begin that are carried out after an HSETNX; none where the field had this very value. */
const conditionAfter = (found: string | undefined, value: string): '?' | '!' | '' => {
  if (found === undefined) return '?';
  return found === value ? '' : '!';
};

function setFields(hash: Record<string, string>, args: readonly string[]): unknown {
  return Object.assign(
    hash,
    Object.fromEntries(args.flatMap((one, index) => (index % 2 === 0 ? [[one, args[index + 1] ?? '']] : []))),
  );
}
