/** What happens in the association, by day. */

export interface Event {
  /** yyyy-MM-dd; of one day in the order of the list. */
  day: string
  play: () => Promise<unknown>
}

export type Diary = ReturnType<typeof diary>

/** Collects events in any order. */
export function diary() {
  const events: Event[] = []
  return {
    on: (day: string, play: Event['play']) => {
      events.push({ day, play })
    },
    inOrder: (): Event[] => events.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
  }
}
