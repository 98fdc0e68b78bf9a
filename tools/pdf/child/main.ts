import { ChildJob, type ChildMessage } from '../messages.ts';
import { muteConsole } from './repair-notes.ts';

// The engines talk while they are loaded: the console is taken first, and they are imported after that.
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

process.on('message', (message) => {
  void answer(ChildJob.parse(message)).then((reply) => {
    send(reply);
    return prepareQpdf();
  });
});

// Without a parent there is nobody to work for.
process.on('disconnect', () => process.exit());
await prepareQpdf();
send({ kind: 'ready' });
