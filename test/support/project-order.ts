import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that wait for processes first, many short ones last: whatever is left at the end is spread over all workers. */
const projects = ['e2e', 'outages', 'browser', 'workflows', 'unit', 'replaced', 'api', 'store'];

const rankOf = ({ project }: TestSpecification) => projects.indexOf(project.name);

/** Orders files by project, each project in one piece, because its files share processes. A class, as vitest wants it. */
export class ProjectOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
