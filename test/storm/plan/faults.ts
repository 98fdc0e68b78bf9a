/** The processes of a started service. */
export const parts = ['api', 'worker', 'redis', 'temporal'] as const;
export type Part = (typeof parts)[number];

export type Fault =
  /** SIGKILL, and SIGSTOP with SIGCONT after a while. All parts of the list at the same moment. */
  | { readonly kind: 'kill' | 'freeze'; readonly parts: readonly Part[] }
  /** Redis ends, and the one that is started in its place does not listen for a while. */
  | { readonly kind: 'stop-redis' }
  /** SIGTERM for each part, the next one when the one before serves again. */
  | { readonly kind: 'rolling-restart' }
  /** The disk with the data and the logs takes no more bytes for a while. */
  | { readonly kind: 'full-disk' };

const each = (kind: 'kill' | 'freeze') =>
  [...parts.map((part) => [part] as const), parts].map((some) => {
    const name = some.length === 1 ? some[0] : 'all';
    return [`${kind}-${name}`, { kind, parts: some }] as const;
  });

/** Every kind of fault by the name it has on the command line. */
export const faults: Readonly<Record<string, Fault>> = Object.fromEntries<Fault>([
  ...each('kill'),
  ...each('freeze'),
  ['stop-redis', { kind: 'stop-redis' }],
  ['rolling-restart', { kind: 'rolling-restart' }],
  ['full-disk', { kind: 'full-disk' }],
]);
