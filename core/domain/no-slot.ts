/** The type of the failure of a step that found no slot of its workspace: the next attempt asks again. */
export const noSlot = 'NoSlot';
