// Loaded once by each process of tests. vitest has its main process told of every import, so that watching it knows which files
// to run again: a fifth of what loading the service costs. Otherwise nobody asks.
import { isBuiltin, registerHooks, type ResolveFnOutput } from 'node:module';

if (process.env['VITEST_MODE'] !== 'WATCH')
  registerHooks({
    resolve: (specifier, context, next) =>
      plainImport(specifier, context.parentURL) ?? next(specifier, context),
  });

/** A module of Node, or one of ours by its path: there is nothing to look for. */
function plainImport(specifier: string, parentURL: string | undefined): ResolveFnOutput | undefined {
  if (isBuiltin(specifier))
    return { url: `node:${specifier.replace(/^node:/, '')}`, format: 'builtin', shortCircuit: true };
  if (parentURL === undefined || !/^\.{1,2}\/.*\.ts$/.test(specifier)) return undefined;
  return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
}
