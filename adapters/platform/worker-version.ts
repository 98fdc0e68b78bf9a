import { z } from 'zod';

/** A part of the version of a worker, as Temporal names it: `name.build`. */
export const deploymentPart = z
  .string()
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/, 'must be letters, digits, dots, hyphens and underscores')
  .refine((text) => !text.startsWith('__'), 'must not begin with two underscores');

interface Version {
  readonly WORKER_DEPLOYMENT_NAME?: string | undefined;
  readonly WORKER_BUILD_ID?: string | undefined;
}

/** A version has both parts. */
export function checkWorkerVersion(env: Version, context: z.RefinementCtx): void {
  if ((env.WORKER_DEPLOYMENT_NAME === undefined) === (env.WORKER_BUILD_ID === undefined)) return;
  const path = [env.WORKER_BUILD_ID === undefined ? 'WORKER_BUILD_ID' : 'WORKER_DEPLOYMENT_NAME'];
  context.addIssue({ code: 'custom', path, message: 'is needed where the other one is set' });
}
