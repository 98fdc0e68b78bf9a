/** The route of the text tools without the rest of the service: no quota, no log. */
import Koa from 'koa';

import { errorCatalogue } from '../../contracts/errors.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { toolsRouter } from '../../api/routes/public/tools.ts';
import type { AppState } from '../../api/state.ts';
import { buildCatalogue } from '../../tools/catalogue.ts';
import { createToolInvoker } from '../../tools/invoke.ts';

const tools = createToolInvoker();
const app = new Koa<AppState>();
app.use(async (ctx, next) => {
  ctx.state.client = ctx.get('x-client');
  try {
    await next();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.status = errorCatalogue[error.code].status;
    ctx.body = { code: error.code, message: error.message };
  }
});
app.use(toolsRouter({ tools, catalogue: buildCatalogue() }).routes());
// A first call in each lane, so that the threads are up.
await tools.invoke('regex-escape', { text: '.'.repeat(20_000) });
await tools.invoke('token-count', { text: 'a' });
const server = app.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void tools.close();
});
