/** True for a plain object or class instance, not for an array: narrows parsed JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The keys of an object, typed: for objects that have no others than their type names. */
export const keysOf = <Item extends object>(item: Item): (keyof Item & string)[] =>
  Object.keys(item) as (keyof Item & string)[]

/** Some values of an object, typed. */
export const pickKeys = <Item extends object, Key extends keyof Item>(
  item: Item,
  keys: readonly Key[],
): Pick<Item, Key> => Object.fromEntries(keys.map((key) => [key, item[key]])) as Pick<Item, Key>

/** The value of a key that comes from outside, such as a column of the history; undefined when there is none. */
export const valueAt = (item: object, key: string): unknown => Reflect.get(item, key)
