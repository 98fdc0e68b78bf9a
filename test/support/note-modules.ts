// Loaded before a process's own modules: notes the address of each module that is loaded, in the file MODULES_LOG.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env['MODULES_LOG']!, `${url}\n`);
    return nextLoad(url, context);
  },
});
