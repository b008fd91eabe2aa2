/** Windows that outlive a test: a sign-in and the first look at a portal take the longest. */
import { expect, onTestFinished } from 'vitest'
import type { desk, Person } from './people.ts'

/** One window for each name; it comes without what an earlier test left in it, but signed in. */
export function keepWindows() {
  const windows = new Map<string, Promise<Person>>()
  return async (
    name: string,
    open: () => Promise<Person>,
    viewport: typeof desk,
  ): Promise<Person & { isNew: boolean }> => {
    const opened = windows.get(name)
    const opening = opened ?? open()
    windows.set(name, opening)
    const person = await opening
    if (opened) await empty(person, viewport)
    person.complaints.length = 0
    onTestFinished(() => expect(person.complaints).toEqual([]))
    return { ...person, isNew: !opened }
  }
}

async function empty({ context, page }: Person, viewport: typeof desk): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  await context.setOffline(false)
  for (const routed of [context, page]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setViewportSize(viewport)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}
