import { parseArgs } from 'node:util';
import { stormCommand } from '../test/storm/command.ts';
import { optionsFrom, usage } from '../test/storm/plan/command-line.ts';

const { values } = parseArgs({ options: usage });
process.exit(await stormCommand(optionsFrom(values)));
