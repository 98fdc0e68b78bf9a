/** Facts about a sender that no sample shows, by the id of the sender. */
export interface SenderFacts {
  /** The action that follows the kind in the name of an event: `pull_request.opened`. */
  readonly action?: string;
  /** Where it says what was changed: a list of changes, or the values before beside those now. */
  readonly changes?:
    | { readonly list: string; readonly name: string; readonly to: string }
    | { readonly before: string; readonly now: string };
}

const facts: Readonly<Partial<Record<string, SenderFacts>>> = {
  github: { action: 'action' },
  gitlab: { action: 'object_attributes.action' },
  jira: { changes: { list: 'changelog.items', name: 'field', to: 'toString' } },
  linear: { action: 'action', changes: { before: 'updatedFrom', now: 'data' } },
  stripe: { changes: { before: 'data.previous_attributes', now: 'data.object' } },
};

export const senderFacts = (id: string): SenderFacts => facts[id] ?? {};
