// Fetches the Temporal CLI as the SDK does for tests, and checks that it starts:
//
//   node bin/embedded/fetch-temporal.ts <version> <folder>
import { TestWorkflowEnvironment } from '@temporalio/testing';

const [version = '', downloadDir = ''] = process.argv.slice(2);
const executable = { type: 'cached-download', version: `v${version}`, downloadDir } as const;
const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
await environment.teardown();
