/** True for an object whose entries can be looked at: the first step in reading what was kept. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
