import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const programs = ['threads/tool-worker.ts', 'body-search/body-search-worker.ts'];

/** Only modules that never wait while they are evaluated can be loaded in this way. */
const loadAtOnce = 'require(require("node:worker_threads").workerData.program)';

test.each(programs)(
  '%s can be ended at any moment: none of its modules waits at its top level',
  async (file) => {
    const program = fileURLToPath(import.meta.resolve(`#compute/${file}`));
    const thread = new Worker(loadAtOnce, { eval: true, workerData: { program, isBackground: false } });
    // Rejects with ERR_REQUIRE_ASYNC_MODULE otherwise.
    expect(await once(thread, 'message')).toEqual([{ kind: 'ready' }]);
    await thread.terminate();
  },
);
