import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

export const outcomeKey = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);
