import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';

import { type Fault, syntaxFault } from './fault.ts';

/** Deliveries are nested 64 deep at most. */
const depthMax = 128;
const nodesMax = 4_096;

/** The library reads names and brackets; names are checked, and expressions evaluated, by us. */
const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  limits: { maxDepth: depthMax, maxAstNodes: nodesMax, maxListElements: nodesMax, maxMapEntries: nodesMax },
});

/** The library's tree of a text, in which macros stand as calls. */
export function parse(text: string): { readonly tree: ASTNode } | { readonly fault: Fault } {
  try {
    return { tree: environment.parse(text).ast };
  } catch (error) {
    if (error instanceof ParseError)
      return { fault: syntaxFault(text, error.code, error.summary, error.range?.start ?? 0) };
    throw error;
  }
}
