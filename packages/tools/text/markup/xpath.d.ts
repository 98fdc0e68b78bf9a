/** What we use of the package: nodes, or the value of an expression that gives none. */
export function select(expression: string, document: never): unknown;
