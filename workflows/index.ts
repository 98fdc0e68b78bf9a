export { automationRun } from './automation-run.ts';
export { sweep } from './sweep.ts';
