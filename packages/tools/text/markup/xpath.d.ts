/** The part of the package that we use: nodes, or the value of an expression that gives none. */
export function select(expression: string, document: never): unknown;
