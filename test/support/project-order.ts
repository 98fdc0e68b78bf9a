import path from 'node:path';

import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = path.join(import.meta.dirname, '..');

/** Files that wait for processes first, many short ones last: whatever is left at the end is spread over all workers. */
const projects = ['e2e', 'outages', 'browser', 'replaced', 'parts'];

/** The same among the parts, by folder; all others are between these. */
const first = ['workflows', 'activities', 'temporal', 'worker'];
const last = ['api', 'store', 'intake', 'waitlist', 'alerts'];

function rankOf({ project, moduleId }: TestSpecification): number {
  const [folder = ''] = path.relative(root, moduleId).split(path.sep);
  const place = first.includes(folder) ? 0 : last.indexOf(folder) + 2;
  return projects.indexOf(project.name) * 100 + place;
}

/** Orders files by project, each project in one piece, because its files share processes. A class, as vitest wants it. */
export class ProjectOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
