import { ChildJob, type ChildMessage } from '../messages.ts';
import { leaveCompiledCode } from './leave-compiled-code.ts';
import { muteConsole } from './repair-notes.ts';

// The engines print while loading, so the console is muted before they are imported.
const repairs = muteConsole(console);
standInForResponse();
const { runJob } = await import('./run-job.ts');
const { prepareQpdf } = await import('./qpdf.ts');
const { hasPdfiumAborted } = await import('./pdfium-binding.ts');

function send(message: ChildMessage, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent);
}

async function answer(job: ChildJob): Promise<ChildMessage> {
  try {
    const outcome = await runJob(job, repairs);
    return { kind: 'answered', outcome, isSpent: hasPdfiumAborted() };
  } catch (error) {
    return { kind: 'crashed', message: String(error).slice(0, 500) };
  }
}

process.on('message', (message) => {
  // The next qpdf is prepared while the answer goes on its way. Any later it would be in the way of the next job.
  void answer(ChildJob.parse(message)).then((reply) => send(reply, () => void prepareQpdf()));
});

// Exit with the parent.
process.on('disconnect', () => process.exit());
await prepareQpdf();
leaveCompiledCode();
send({ kind: 'ready' });

/**
 * pdf.js looks at `Response` while it loads, for which Node would load its HTTP client: a sixth of the time of a start.
 * There is nothing to fetch here. Assigned, because a definition would load it too.
 */
function standInForResponse(): void {
  Object.assign(globalThis, { Response: class {} });
}
