import type { Ports } from './compose/hosts.ts';
import type { Compose } from './compose/read-compose.ts';
import type { Containers } from './containers/containers.ts';
import type { KeptProcesses } from './kept-processes.ts';

/** The things that starts of one topology have in common. */
export interface Context {
  readonly compose: Compose;
  readonly ports: Ports;
  /** The folder with the files of all secrets. */
  readonly secrets: string;
  /** Everything of this topology lies below it. */
  readonly folder: string;
  readonly containers: Containers | null;
  readonly kept: KeptProcesses;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
}
