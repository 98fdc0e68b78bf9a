import { parseArgs } from 'node:util';
import { stopSignal } from '#bin/supervisor/stop-signal.ts';
import { stormCommand } from './command.ts';
import { floodsCommand } from './floods/floods-command.ts';
import { floodOptionsFrom, floodUsage } from './floods/options.ts';
import { optionsFrom, usage } from './plan/command-line.ts';

// Faults over thousands of deliveries, or floods. docs/storm.md says how to read what they print.
const stop = stopSignal();
try {
  const { values } = parseArgs({
    options: { ...usage, ...floodUsage, floods: { type: 'boolean' }, report: { type: 'string' } },
  });
  const { floods, report, ...numbers } = values;
  const code = floods
    ? await floodsCommand(floodOptionsFrom(numbers), stop)
    : await stormCommand(optionsFrom(numbers), { stop, report });
  process.exit(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
