import path from 'node:path';

interface ReadyFacts {
  readonly publicUrl: string;
  /** Signs in once; undefined where no token is known here. */
  readonly consoleUrl: string | undefined;
  readonly temporalUiUrl: string | undefined;
  readonly metricsPort: number;
  readonly workerMetricsPort: number;
  readonly dataDir: string;
  /** Secrets are shown at the first start only; later ones show where they are stored. */
  readonly isFirstStart: boolean;
  readonly workspaceToken: string | undefined;
  readonly workspaceTokenFile: string;
  /** Undefined if it was set by ADMIN_TOKEN. */
  readonly adminToken: string | undefined;
  readonly adminTokenFile: string;
  /** The URL of an automation that a curl can wake. */
  readonly hookUrl: string | undefined;
}

/** The text printed once `npm start` is ready; its first line says `ready`. */
export function readyMessage(facts: ReadyFacts): string {
  const metrics = [facts.metricsPort, facts.workerMetricsPort].map(
    (port) => `http://localhost:${port}/metrics`,
  );
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Console', facts.consoleUrl && `${facts.consoleUrl}  (signs in once, within 15 minutes)`],
    ['API and hooks', facts.publicUrl],
    ['API reference', `${facts.publicUrl}/docs`],
    ['Temporal Web UI', facts.temporalUiUrl],
    ['Metrics', `${metrics.join(' (API), ')} (worker)`],
    ['Workspace token', secretText(facts, facts.workspaceToken, facts.workspaceTokenFile)],
    ['Operator token', secretText(facts, facts.adminToken, facts.adminTokenFile)],
    ['Data and logs', shortPath(facts.dataDir)],
  ];
  const table = rows
    .filter(([, text]) => text !== undefined)
    .map(([title, text]) => `  ${title.padEnd(17)}${text}`)
    .join('\n');
  return `ready: ${facts.publicUrl}\n\n${table}\n\n  Try it:\n  ${exampleCall(facts)}\n`;
}

function exampleCall({ hookUrl, publicUrl }: ReadyFacts): string {
  const [url, body] =
    hookUrl === undefined
      ? [`${publicUrl}/api/tools/invoke`, { tool: 'slugify', params: { text: 'Good morning, Reveille!' } }]
      : [hookUrl, { event: 'order.created', order: { id: 1042, total: '59.90', currency: 'EUR' } }];
  return `curl -X POST '${url}' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}

function secretText(
  { isFirstStart }: Pick<ReadyFacts, 'isFirstStart'>,
  secret: string | undefined,
  file: string,
): string | undefined {
  if (secret === undefined) return undefined;
  return isFirstStart ? `${secret}  (kept in ${shortPath(file)})` : `kept in ${shortPath(file)}`;
}

function shortPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
