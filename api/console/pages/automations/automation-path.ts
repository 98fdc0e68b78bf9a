import { idParam, numberParam } from '#api/operations/path-params.ts';

export const automationPath = (id: string): string => `/console/automations/${id}`;

export const automationParams = { id: idParam('automation') };

export const revisionParams = {
  ...automationParams,
  revision: numberParam('revision', 'The number of a revision.'),
};
