/** Adds up numbers, or the amounts of items. */
export function sum(numbers: readonly number[]): number
export function sum<T>(items: readonly T[], amountOf: (item: T) => number): number
export function sum(items: readonly unknown[], amountOf: (item: never) => number = Number): number {
  return items.reduce<number>((total, item) => total + amountOf(item as never), 0)
}
