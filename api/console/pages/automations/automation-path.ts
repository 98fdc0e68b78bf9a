import { idParam, numberParam } from '#api/operations/path-params.ts';

export const automationPath = (id: string): string => `/console/automations/${id}`;

/** The parameters of a page about one automation. */
export const automationParams = { id: idParam('automation') };

export const revisionParams = {
  ...automationParams,
  revision: numberParam('revision', 'The number of a revision.'),
};
