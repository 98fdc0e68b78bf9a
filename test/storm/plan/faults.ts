/** The processes of a started service. */
export const parts = ['api', 'worker', 'redis', 'temporal'] as const;
type Part = (typeof parts)[number];

/** Further ones, where the servers are those of production. */
const furtherParts = ['postgres', 's3', 'redis-replica', 'redis-cache'] as const;
export type AnyPart = Part | (typeof furtherParts)[number];

export type Fault =
  /** SIGKILL, and SIGSTOP with SIGCONT after a while. All parts of the list at the same moment. */
  | { readonly kind: 'kill' | 'freeze'; readonly parts: readonly AnyPart[] }
  /** Redis ends, and the one that is started in its place does not listen for a while. */
  | { readonly kind: 'stop-redis' }
  /** Redis is killed, and the one that is started in its place answers for a while that it loads its data. */
  | { readonly kind: 'load-redis' }
  /** SIGTERM for each part, the next one when the one before serves again. */
  | { readonly kind: 'rolling-restart' }
  /** Every API and worker is replaced by one of another build. */
  | { readonly kind: 'rolling-upgrade' }
  /** The primary of Redis is lost with its disk, and its replica takes its place. */
  | { readonly kind: 'fail-over' }
  /** The primary of Redis loses its disk, and is given what its replica has. */
  | { readonly kind: 'lose-disk' }
  /** The disk with the data and the logs takes no more bytes for a while. */
  | { readonly kind: 'full-disk' };

const each = (kind: 'kill' | 'freeze') =>
  [...parts.map((part) => [part] as const), parts].map((some) => {
    const name = some.length === 1 ? some[0] : 'all';
    return [`${kind}-${name}`, { kind, parts: some }] as const;
  });

const faultsOfAll = Object.fromEntries<Fault>([
  ...each('kill'),
  ...each('freeze'),
  ['stop-redis', { kind: 'stop-redis' }],
  ['load-redis', { kind: 'load-redis' }],
  ['rolling-restart', { kind: 'rolling-restart' }],
  ['full-disk', { kind: 'full-disk' }],
]);

const faultsOfTopology = Object.fromEntries<Fault>([
  ...furtherParts.map((part) => [`kill-${part}`, { kind: 'kill', parts: [part] }] as const),
  ['rolling-upgrade', { kind: 'rolling-upgrade' }],
  ['lose-disk', { kind: 'lose-disk' }],
  ['fail-over', { kind: 'fail-over' }],
]);

/** Every kind of fault by the name it has on the command line. */
export const faults: Readonly<Record<string, Fault>> = { ...faultsOfAll, ...faultsOfTopology };

/** Those that a service of `npm start` knows, and those that a topology knows: there neither a disk is filled nor data padded. */
export const usualFaults = Object.keys(faultsOfAll);
export const topologyFaults = Object.keys(faults).filter(
  (name) => name !== 'full-disk' && name !== 'load-redis',
);
