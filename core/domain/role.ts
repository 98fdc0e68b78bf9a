import type { Role } from '#contracts/token.ts';

const ranks: Readonly<Record<Role, number>> = { viewer: 0, approver: 1, editor: 2, owner: 3 };

export const includesRole = (role: Role, needed: Role): boolean => ranks[role] >= ranks[needed];
