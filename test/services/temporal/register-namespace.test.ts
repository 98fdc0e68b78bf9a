import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { expect, inject, it } from 'vitest';
import { registerNamespace } from '#temporal/register-namespace.ts';

it('makes a namespace that keeps closed runs for 30 days, and leaves one alone that is there', async () => {
  const connection = await Connection.connect({ address: inject('temporalAddress') });
  try {
    const namespace = `set-up-${randomUUID()}`;
    const client = new Client({ connection, namespace });
    await registerNamespace(client, namespace);
    await registerNamespace(client, namespace);
    const { config } = await client.workflowService.describeNamespace({ namespace });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(30 * 24 * 3600);
  } finally {
    await connection.close();
  }
});
