/** Durations in milliseconds. */
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(count * 60)
export const days = (count: number): number => hours(count * 24)
