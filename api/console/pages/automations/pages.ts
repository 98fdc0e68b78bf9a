import { actionPages } from './action-pages.ts';
import { confirmShownPlan } from './confirm-plan.ts';
import { connectAutomation, saveConnection } from './connect-page.ts';
import { editAutomation, saveAutomation } from './edit-page.ts';
import { settleHandshake, showHandshake } from './handshake-page.ts';
import { automationsPage } from './list-page.ts';
import { makeAutomation, newAutomation } from './new-page.ts';
import { recipesPage } from './recipes-page.ts';
import { restoreRevision, revisionsPage } from './revisions-page.ts';
import { senderPage } from './sender-page.ts';
import { runSkippedOfAutomation, skippedPage } from './skipped-page.ts';
import { searchSenderPage, takeSender } from './sender-search-page.ts';
import { sendTry, tryAutomation } from './try-page.ts';
import { understoodOfChange, understoodOfNew } from './understood-page.ts';

export const automationPages = [
  automationsPage,
  recipesPage,
  newAutomation,
  makeAutomation,
  understoodOfNew,
  editAutomation,
  saveAutomation,
  confirmShownPlan,
  understoodOfChange,
  connectAutomation,
  saveConnection,
  tryAutomation,
  sendTry,
  senderPage,
  searchSenderPage,
  takeSender,
  showHandshake,
  settleHandshake,
  skippedPage,
  runSkippedOfAutomation,
  revisionsPage,
  restoreRevision,
  ...actionPages,
] as const;
