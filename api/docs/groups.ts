import type { Entry } from './reading.ts';

/** Operations that one page shows. */
export interface OperationGroup {
  /** Last part of the URL path of its page. */
  readonly slug: string;
  readonly title: string;
  readonly about: string;
  readonly entries: readonly Entry[];
}

type Rule = Omit<OperationGroup, 'entries'> & { readonly holds: RegExp };

/** Management by path; the first that holds counts. A page is small enough to be read at once, which a test counts. */
const managementRules: readonly Rule[] = [
  {
    slug: 'chat',
    title: 'Chat',
    about: 'Conversations of the owner with an agent.',
    holds: /\/(?:chat|conversations)\b/,
  },
  {
    slug: 'network-access',
    title: 'Network Access',
    about: 'The hosts that agents may reach.',
    holds: /^\/manage\/agents\/\{agentId\}\/network-access(?:\/\{policyId\})?$/,
  },
  {
    slug: 'outbound',
    title: 'Requests of agents',
    about: 'Requests that an agent may send, what it asked for, and narrower policies for it.',
    holds: /^\/manage\/agents\/\{agentId\}\/(?:network-access|requests)\b/,
  },
  {
    slug: 'apis',
    title: 'APIs of an agent',
    about: 'OpenAPI documents, and the operations of them that an agent is offered.',
    holds: /^\/manage\/agents\/\{agentId\}\/apis\b/,
  },
  {
    slug: 'agents',
    title: 'Agents',
    about: 'Agents and their models.',
    holds: /^\/manage\/agents\b/,
  },
  {
    slug: 'senders',
    title: 'Senders',
    about: 'Systems that send, their handshakes and what they send.',
    holds: /^\/manage\/senders\b|\/(?:handshake|sender-report|sender-search)\b/,
  },
  {
    slug: 'trials',
    title: 'Trials and plans',
    about: 'The meaning of an automation, and its plan.',
    holds: /^\/manage\/automations\/(?:understood|\{id\}\/(?:filter-test|trial|deliveries|plan))\b/,
  },
  {
    slug: 'revisions',
    title: 'Revisions',
    about: 'Earlier texts of an automation, and their return.',
    holds: /^\/manage\/automations\/\{id\}\/revisions\b/,
  },
  {
    slug: 'activity',
    title: 'Activity and replays',
    about: 'Processed and skipped deliveries, and replays.',
    holds: /^\/manage\/automations\/\{id\}\/(?:activity|stats|replay|skipped|run-skipped)/,
  },
  {
    slug: 'rehearsing',
    title: 'Rehearsals and cases',
    about: 'Stored deliveries through a changed automation, and deliveries that it is held against.',
    holds: /\/(?:rehearsals|cases)\b/,
  },
  {
    slug: 'pause-and-resume',
    title: 'Pause and resume',
    about: 'Automations that take deliveries without running them.',
    holds: /^\/manage\/automations\/\{id\}\/(?:pause|resume)$/,
  },
  {
    slug: 'automations',
    title: 'Automations',
    about: 'Filters, instructions and hooks.',
    holds: /^\/manage\/automations\b/,
  },
  {
    slug: 'export-and-erasure',
    title: 'Export and erasure',
    about: 'Exports and erasures.',
    holds: /^\/manage\/(?:deliveries\.|references\b|erasures\b|export\b)/,
  },
  {
    slug: 'deliveries',
    title: 'Deliveries',
    about: 'Deliveries, their runs, bodies and replays.',
    holds: /^\/manage\/deliveries\b/,
  },
  {
    slug: 'causes',
    title: 'Causes of failures',
    about: 'Failed deliveries by automation, target and status.',
    holds: /^\/manage\/causes\b/,
  },
  {
    slug: 'alerts',
    title: 'Alerts',
    about: 'Rules that alert you when an automation fails or receives no deliveries.',
    holds: /^\/manage\/alerts\b/,
  },
  {
    slug: 'events',
    title: 'Events',
    about: 'Targets to which the ends of runs, and other events, are posted.',
    holds: /^\/manage\/event-targets\b/,
  },
  {
    slug: 'audit',
    title: 'Audit log',
    about: 'Changes of a workspace, and who made them.',
    holds: /^\/manage\/audit\b/,
  },
  {
    slug: 'tokens',
    title: 'Tokens and secrets',
    about: 'Tokens for programs, people and other agents; named secrets for requests.',
    holds: /^\/manage\/(?:tokens|secrets)\b/,
  },
  {
    slug: 'workspace',
    title: 'Workspace',
    about: 'The workspace, its limits and usage.',
    holds: /^\/manage\//,
  },
];

interface Tag {
  readonly name: string;
  readonly description?: string;
}

/** The operations by page, in the order of the document. */
export function groupsOf(entries: readonly Entry[], tags: readonly Tag[]): readonly OperationGroup[] {
  const rulesOf = new Map<string, Omit<OperationGroup, 'entries'>>();
  const grouped = Map.groupBy(entries, (entry) => {
    const rule = ruleOf(entry, tags);
    rulesOf.set(rule.slug, rule);
    return rule.slug;
  });
  return [...grouped].flatMap(([slug, inGroup]) => {
    const rule = rulesOf.get(slug);
    return rule === undefined ? [] : [{ ...rule, entries: inGroup }];
  });
}

function ruleOf({ path, operation }: Entry, tags: readonly Tag[]): Omit<OperationGroup, 'entries'> {
  const [tag] = operation.tags;
  const rule = managementRules.find(({ holds }) => holds.test(path));
  if (rule !== undefined && path.startsWith('/manage/') && tag === 'Management')
    return { slug: rule.slug, title: rule.title, about: rule.about };
  const about = tags.find(({ name }) => name === tag)?.description ?? '';
  return { slug: tag.toLowerCase().replaceAll(' ', '-'), title: tag, about };
}
