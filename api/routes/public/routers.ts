import type { Router } from '@koa/router';

import type { AppState } from '../../state.ts';
import { imageRouter } from './analyze-image.ts';
import { pdfRouter } from './pdf.ts';
import { skillsRouter } from './skills.ts';
import { toolsRouter } from './tools.ts';
import { waitlistRouter } from './waitlist.ts';

type Needs<F extends (deps: never) => unknown> = Parameters<F>[0];

type PublicDeps = Needs<typeof toolsRouter> &
  Needs<typeof imageRouter> &
  Needs<typeof pdfRouter> &
  Needs<typeof skillsRouter> &
  Needs<typeof waitlistRouter>;

/** The public API. */
export function publicRouters(deps: PublicDeps): readonly Router<AppState>[] {
  return [toolsRouter(deps), imageRouter(deps), pdfRouter(deps), skillsRouter(deps), waitlistRouter(deps)];
}
