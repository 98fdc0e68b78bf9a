/** A share of the service: hooks with console and management API, or the public tools. */
export type Share = 'hooks' | 'tools';

/** The shares that a process may serve: everything, or one share; other processes then serve the other one. */
export const servable = ['all', 'hooks', 'tools'] as const;
export type Served = (typeof servable)[number];

export const serves = (served: Served, share: Share) => served === 'all' || served === share;
