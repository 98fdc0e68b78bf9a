import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Connection } from '@temporalio/client';
import { expect, it } from 'vitest';
import { newDataDir } from '../support/temporary-folder.ts';
import { startTemporal } from '../../bin/embedded/temporal.ts';

const script = path.join(import.meta.dirname, '../../bin/set-up-temporal.ts');

it('makes the namespace with our search attributes, and changes nothing the second time', async () => {
  const server = await startTemporal({ dataDir: await newDataDir(), inMemory: true, log: () => {} });
  try {
    const env = { ...process.env, TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: 'production' };
    for (let time = 1; time <= 2; time += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
      expect(stdout).toBe('The namespace production is ready.\n');
    }
    const connection = await Connection.connect({ address: server.address });
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace: 'production',
    });
    await connection.close();
    expect(customAttributes).toMatchObject({ WorkspaceId: 2, AutomationId: 2, Outcome: 2, Reference: 2 });
  } finally {
    await server.stop();
  }
});
