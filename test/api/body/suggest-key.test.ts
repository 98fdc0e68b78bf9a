import { describe, expect, it } from 'vitest';

import { suggestKey } from '#api/body/suggest-key.ts';

const known = ['name', 'instructions', 'filter', 'agentId', 'headerName', 'headerValue', 'url'];

describe('suggestKey', () => {
  it.each([
    ['filters', 'filter'],
    ['Filter', 'filter'],
    ['fliter', 'filter'],
    ['filtr', 'filter'],
    ['FILTERS', 'filter'],
    ['nmae', 'name'],
    ['names', 'name'],
    ['instruction', 'instructions'],
    ['intsruction', 'instructions'],
    ['agent_id', 'agentId'],
    ['agent-id', 'agentId'],
    ['agent', 'agentId'],
    ['agent_ids', 'agentId'],
    ['header_value', 'headerValue'],
    ['value', 'headerValue'],
    ['header', 'headerName'],
    ['automationInstructions', 'instructions'],
    ['uri', 'url'],
  ])('%s is a slip for %s', (name, meant) => {
    expect(suggestKey([name], known)).toEqual({ name, meant });
  });

  it.each([
    'colour',
    'id',
    'date',
    'note',
    'type',
    'state',
    'revision',
    'tags',
    '__proto__',
    'constructor',
    '',
  ])('%j is foreign', (name) => {
    expect(suggestKey([name], known)).toBeNull();
  });

  it('takes a name that holds a known one for a slip only where the known one is absent', () => {
    expect(suggestKey(['displayName'], ['name'])).toEqual({ name: 'displayName', meant: 'name' });
    expect(suggestKey(['displayName', 'name'], ['name'])).toBeNull();
    expect(suggestKey(['name', 'names'], ['name'])).toEqual({ name: 'names', meant: 'name' });
  });

  it('passes over known names and what an answer of ours has', () => {
    expect(suggestKey(known, known)).toBeNull();
    expect(suggestKey(['hasHeaderValue'], known, ['hasHeaderValue'])).toBeNull();
    expect(suggestKey(['hasHeaderValue'], known)).toEqual({ name: 'hasHeaderValue', meant: 'headerValue' });
  });

  it('looks at no more names than were typed, and at none that is longer than names are', () => {
    expect(suggestKey([`${'x'.repeat(100)}filter`], known)).toBeNull();
    const many = Array.from({ length: 100 }, (_, index) => `x${index}`);
    expect(suggestKey([...many, 'filters'], known)).toBeNull();
  });
});
