/** How the dues of those who join within the year are reduced: not at all, or by the quarters that have passed. */
export const prorations = ['none', 'quarter'] as const
export type Proration = (typeof prorations)[number]
