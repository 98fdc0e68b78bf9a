import type { Compose } from './compose/read-compose.ts';
import type { Place } from './compose/process-environment.ts';
import type { Containers } from './containers/containers.ts';
import type { KeptProcesses } from './kept-processes.ts';

/** What starts of one topology have in common. */
export interface Context extends Omit<Place, 'own' | 'isConfined'> {
  readonly compose: Compose;
  /** Everything of this topology lies below it. */
  readonly folder: string;
  readonly containers: Containers | null;
  readonly kept: KeptProcesses;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
}
