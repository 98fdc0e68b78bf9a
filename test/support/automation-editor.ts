import type { Automation } from '#contracts/automation.ts';
import { consoleVisitor } from './console-visitor.ts';
import type { startApi } from './service.ts';

/** The content of an automation's form besides the fields that a test is about. */
export const editorTexts = {
  name: 'Orders',
  instructions: 'Report the order id.',
  filter: '',
  'retry.tries': '5',
  'retry.withinMinutes': '10',
};

/** The owner of a new automation, signed in to the console at the page where it is edited. */
export async function automationEditor(api: Awaited<ReturnType<typeof startApi>>) {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const path = `/console/automations/${automation.id}`;
  const save = (fields: Readonly<Record<string, string>>) =>
    visitor.submit(path, path, { ...editorTexts, ...fields });
  const read = async (id = automation.id) =>
    (await (await owner.manage('GET', `/automations/${id}`)).json()) as Automation;
  return { ...owner, ...visitor, automation, path, save, read };
}
