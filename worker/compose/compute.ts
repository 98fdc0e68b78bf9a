import { pdfActivities } from '#activities/pdf.ts';
import type { Blobs } from '#blobs/blobs.ts';
import { createAgentCompute } from '#compute/agent-compute.ts';
import { memoryBytes, memoryShares } from '#compute/memory.ts';
import { createPdfEngine } from '#compute/pdf/engine.ts';
import { pdfJobsPerClientMax } from '#contracts/pdf.ts';
import type { Logger } from '#platform/logger.ts';
import type { Metrics } from '#platform/metrics/create-metrics.ts';
import { observeToolCalls } from '#platform/metrics/observe-tool-calls.ts';
import type { Settings } from '#platform/required-settings.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import type { Redis } from '#store/connection/connect.ts';
import { createJobFiles } from '#store/jobs/job-files.ts';
import { createJobs } from '#store/jobs/jobs.ts';
import { createResultMessages } from '#store/jobs/result-messages.ts';

interface ComputeParts {
  readonly config: Settings;
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly logger: Logger;
  readonly metrics: Metrics<'worker'>;
  readonly tracing: Tracing;
}

/** Concurrent PDF jobs; each has its own process. No client has all of them, unless there is memory for fewer. */
const computeSlots = memoryShares(memoryBytes()).pdfProcesses(pdfJobsPerClientMax + 1);

/** Untrusted work: PDFs in processes, searches and tools of agents in threads. */
export function composeCompute(parts: ComputeParts) {
  const files = { dataDir: parts.config.DATA_DIR, blobs: parts.blobs };
  const jobFiles = createJobFiles(files);
  const pdfEngine = createPdfEngine({
    // Next to the folders of jobs: files are hard-linked, and what a crash leaves there is removed with theirs.
    workDir: jobFiles.root,
    processes: computeSlots,
    onEvent: (event) => parts.logger.info(event, 'PDF process replaced'),
  });
  const agentCompute = createAgentCompute({
    onCrash: (error) => parts.logger.error({ error }, 'a search in a body crashed'),
    onToolCall: observeToolCalls(parts),
  });
  return {
    jobs: createJobs(files),
    ports: agentCompute.ports,
    computeActivities: pdfActivities({ jobFiles, pdfEngine, resultMessages: createResultMessages(parts) }),
    computeSlots,
    warmUp: () => pdfEngine.warmUp(),
    closeCompute: async () => {
      await Promise.all([pdfEngine.close(), agentCompute.close()]);
    },
  };
}
