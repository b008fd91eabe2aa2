/** True for a plain object or class instance, not for an array: narrows parsed JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The keys of an object, typed: for objects that have no others than their type names. */
export const keysOf = <Item extends object>(item: Item): (keyof Item & string)[] =>
  Object.keys(item) as (keyof Item & string)[]
