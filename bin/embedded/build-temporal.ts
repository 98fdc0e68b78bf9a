import path from 'node:path';
import { buildWithGo } from './build-with-go.ts';
import type { SetUp } from './set-up.ts';

interface Build extends SetUp {
  readonly target: string;
  readonly version: string;
}

const versionVariable = 'github.com/temporalio/cli/internal/temporalcli.Version';

/** Builds the CLI from the pinned module in bin/temporal. Returns why that was not possible, or undefined. */
export const buildTemporal = ({ version, ...build }: Build): Promise<string | undefined> =>
  buildWithGo({
    ...build,
    title: 'the Temporal CLI, as there is no download here,',
    moduleFolder: path.join(import.meta.dirname, '../temporal'),
    package: 'github.com/temporalio/cli/cmd/temporal',
    linkerFlags: `-X ${versionVariable}=${version}`,
  });
