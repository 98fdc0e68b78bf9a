/** The parameter of every path below an agent. */
export const agentPath = { agentId: 'The id of an agent.' };
