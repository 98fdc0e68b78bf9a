import { taskQueues } from '#domain/task-queues.ts';
import { once } from '#domain/once.ts';
import { connectTemporal, type TemporalClient } from '#temporal/connect.ts';
import { isRefusal } from '#temporal/is-refusal.ts';
import { missingSearchAttributes } from '#temporal/search-attributes.ts';
import { createServiceRuns } from '#temporal/service-runs.ts';
import { type Finding, type Look, notAsked, unwell, well } from './finding.ts';

const daySeconds = 86_400;
const setUp = 'Run the set-up step: npm run set-up-temporal, with Compose docker compose run --rm set-up.';

/** `isBefore`: no worker is expected yet. */
export function temporalLooks(address: string | undefined, isBefore: boolean) {
  const connect = once(async () => await connectTemporal());
  const look = (what: string, ask: (temporal: TemporalClient) => Promise<Finding>): Look => ({
    what,
    otherwise: '',
    look: async () => {
      const temporal = address === undefined ? undefined : await connect().catch(() => undefined);
      if (temporal === undefined) return notAsked('not without Temporal');
      return await ask(temporal).catch((error: unknown) => {
        if (!isRefusal(error)) throw error;
        return notAsked('this Temporal does not tell');
      });
    },
  });
  const looks: readonly Look[] = [
    {
      what: 'temporal',
      otherwise: 'Start Temporal, and look at TEMPORAL_ADDRESS and the other TEMPORAL_* settings.',
      look: async () => {
        if (address === undefined)
          return notAsked('TEMPORAL_ADDRESS is not set; npm start looks after its own');
        const { serverVersion } = await (await connect()).client.workflowService.getSystemInfo({});
        return well(`version ${serverVersion} answers`);
      },
    },
    look('temporal, namespace', hasNamespace),
    look('temporal, search attributes', hasAttributes),
    look('temporal, workers', async (temporal) =>
      isBefore ? notAsked('before the start') : await hasWorkers(temporal),
    ),
  ];
  const close = async () => {
    if (address !== undefined)
      await connect().then(
        async (temporal) => await temporal.close(),
        () => undefined,
      );
  };
  return { looks, close };
}

async function hasNamespace({ client, namespace }: TemporalClient): Promise<Finding> {
  try {
    const { config } = await client.workflowService.describeNamespace({ namespace });
    const days = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) / daySeconds;
    return well(`${namespace} keeps runs that have ended for ${days} days`);
  } catch (error) {
    if (isRefusal(error) || !/not ?found/i.test(String(error))) throw error;
    return unwell(`there is no namespace ${namespace}`, setUp);
  }
}

async function hasAttributes({ client, namespace }: TemporalClient): Promise<Finding> {
  const missing = await missingSearchAttributes(client, namespace);
  return missing.length === 0 ? well('all are there') : unwell(`missing: ${missing.join(', ')}`, setUp);
}

async function hasWorkers({ client }: TemporalClient): Promise<Finding> {
  const none = async () => await Promise.resolve(new Set<string>());
  const { workers } = createServiceRuns({ client, taskQueue: taskQueues.runs, silentWorkers: none });
  const count = await workers();
  if (count > 0) return well(`${count} asked for runs within the last minutes`);
  return unwell(
    'none asks for runs',
    'Start the workers (docker compose up -d worker); docs/runbook.md, section 5.',
  );
}
