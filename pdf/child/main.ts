import { ChildJob, type ChildMessage } from '../messages.ts';
import { muteConsole } from './repair-notes.ts';

// The engines print while loading, so the console is muted before they are imported.
const repairs = muteConsole(console);
const { runJob } = await import('./run-job.ts');
const { prepareQpdf } = await import('./qpdf.ts');
const { hasPdfiumAborted } = await import('./pdfium-binding.ts');

function send(message: ChildMessage): void {
  process.send?.(message);
}

async function answer(job: ChildJob): Promise<ChildMessage> {
  try {
    const outcome = await runJob(job, repairs);
    return { kind: 'answered', outcome, isSpent: hasPdfiumAborted() };
  } catch (error) {
    return { kind: 'crashed', message: String(error).slice(0, 500) };
  }
}

/** The answer goes on its way through other processes first, which may have no other processor. */
const prepareAfterMs = 15;
let preparing: NodeJS.Timeout | undefined;

process.on('message', (message) => {
  clearTimeout(preparing);
  void answer(ChildJob.parse(message)).then((reply) => {
    send(reply);
    preparing = setTimeout(() => void prepareQpdf(), prepareAfterMs);
  });
});

// Exit with the parent.
process.on('disconnect', () => process.exit());
await prepareQpdf();
send({ kind: 'ready' });
