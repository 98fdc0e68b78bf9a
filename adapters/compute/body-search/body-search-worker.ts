import type { BodySearch, SearchAnswer, SearchedBody } from '#contracts/body-search.ts';
import { bodyValue } from '#domain/body-value.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { findInText, findInValue } from './find-text.ts';
import { queryJson } from './query-json.ts';

export interface SearchJob {
  readonly body: SearchedBody;
  readonly search: BodySearch;
}

function answer({ body: { text, contentType }, search }: SearchJob): SearchAnswer {
  const parsed = bodyValue(text, contentType);
  if (search.kind === 'query') {
    if (parsed !== null) return queryJson(parsed.value, search);
    return {
      kind: 'refused',
      message: 'The delivery is neither JSON nor a form: find in it, or read it by pages.',
    };
  }
  return parsed === null ? findInText(text, search) : findInValue(parsed.value, search);
}

serveJobs<SearchJob>((job) => JSON.stringify(answer(job)));
