/** What happens in the association, by day. */

interface Event {
  /** yyyy-MM-dd; of one day in the order in which they were added. */
  day: string
  play: () => Promise<unknown>
}

export type Diary = ReturnType<typeof diary>

/** Collects events in any order; an event may add later ones. */
export function diary() {
  const events: Event[] = []
  return {
    on: (day: string, play: Event['play']): void => {
      events.push({ day, play })
    },
    /** The earliest that was not taken yet. */
    take: (): Event | undefined => {
      const first = events.reduce<Event | undefined>(
        (earliest, event) => (earliest && earliest.day <= event.day ? earliest : event),
        undefined,
      )
      if (first) events.splice(events.indexOf(first), 1)
      return first
    },
  }
}
