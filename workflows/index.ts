export { automationRun } from './automation-run.ts';
export { conversation } from './conversation.ts';
export { computeTask } from './compute-task.ts';
export { erase } from './erase.ts';
export { sweep } from './sweep.ts';
