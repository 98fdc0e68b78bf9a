import { jsonText, type Recipe } from './recipe.ts';

const contentType = 'application/json';

/** Recipes that give people a task. */
export const workRecipes: readonly Recipe[] = [
  {
    id: 'failed-build',
    title: 'Open a ticket for a failed build',
    route: 'GitHub Actions → GitHub Issues',
    sender: 'github',
    name: 'Failed builds to tickets',
    filter: 'Only run when workflow_run.conclusion is failure and workflow_run.head_branch is main',
    instructions:
      'POST https://api.github.com/repos/acme/shop/issues with JSON {"title": "{{workflow_run.name}} failed on main", "body": "See {{workflow_run.html_url}}"}.',
    header: { name: 'Authorization', valueHint: 'Bearer <token>' },
    contentType,
    sample: jsonText({
      action: 'completed',
      workflow_run: {
        name: 'Tests',
        conclusion: 'failure',
        head_branch: 'main',
        html_url: 'https://github.com/acme/shop/actions/runs/7',
      },
    }),
    skipped: jsonText({
      action: 'completed',
      workflow_run: {
        name: 'Tests',
        conclusion: 'success',
        head_branch: 'main',
        html_url: 'https://github.com/acme/shop/actions/runs/8',
      },
    }),
  },
  {
    id: 'urgent-ticket',
    title: 'Page the person on call for an urgent ticket',
    route: 'Help desk → ntfy',
    name: 'Urgent tickets to the pager',
    filter: 'Only run when ticket.priority is urgent and ticket.status is not solved',
    instructions:
      'POST https://ntfy.sh with JSON {"topic": "acme-on-call", "title": "Urgent: {{ticket.subject}}", "message": "Ticket {{ticket.id}}", "priority": 5}.',
    header: { name: 'Authorization', valueHint: 'Bearer <access token>' },
    contentType,
    sample: jsonText({
      ticket: { id: 4711, subject: 'Checkout is broken', priority: 'urgent', status: 'new' },
    }),
    skipped: jsonText({ ticket: { id: 4712, subject: 'Typo', priority: 'low', status: 'new' } }),
  },
  {
    id: 'signed-contract',
    title: 'Create a task for a signed contract',
    route: 'Signing service → Todoist',
    name: 'Signed contracts to tasks',
    filter: 'Only run when event is document.signed',
    instructions:
      'POST https://api.todoist.com/api/v1/tasks with JSON {"content": "Start the project of {{document.customer}}", "description": "Contract {{document.id}}", "due_string": "tomorrow"}.',
    header: { name: 'Authorization', valueHint: 'Bearer <API token>' },
    contentType,
    sample: jsonText({ event: 'document.signed', document: { id: 'C-12', customer: 'Acme Ltd' } }),
    skipped: jsonText({ event: 'document.viewed', document: { id: 'C-12', customer: 'Acme Ltd' } }),
  },
];
