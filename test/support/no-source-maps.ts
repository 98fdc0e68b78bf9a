// Loaded once by each process of tests. vitest has Node look for the source map of all that is compiled, and read it for
// every stack: ours needs none, because Node only blanks the types out.
import { setSourceMapsSupport } from 'node:module';

setSourceMapsSupport(false);
