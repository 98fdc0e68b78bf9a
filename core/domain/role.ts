import type { Role } from '#contracts/token.ts';

const ranks: Readonly<Record<Role, number>> = { viewer: 0, editor: 1, owner: 2 };

export const includesRole = (role: Role, needed: Role): boolean => ranks[role] >= ranks[needed];
