/** The colours that Windows prescribes in its high contrast mode. */
import type { Page } from 'playwright-core'

/** Selected tabs, links, buttons and options that look like those beside them, by their text. */
export async function indistinctSelections(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const indistinct = await page.evaluate(() => {
    const pairs = [
      ['[aria-selected="true"]', '[aria-selected="false"]'],
      ['[aria-current]', 'nav a:not([aria-current])'],
      ['[aria-pressed="true"]', '[aria-pressed="false"]'],
    ] as const
    const looksOf = (element: Element) => {
      const { backgroundColor, color } = getComputedStyle(element)
      return `${color} on ${backgroundColor}`
    }
    return pairs.flatMap(([selected, other]) =>
      [...document.querySelectorAll(selected)]
        .filter((element) => {
          const group = element.closest('[role=tablist], [role=listbox], nav, fieldset')
          const others = [...(group?.querySelectorAll(other) ?? [])]
          return others.some((beside) => looksOf(beside) === looksOf(element))
        })
        .map((element) => `'${element.textContent}' does not look selected in forced colours`),
    )
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return indistinct
}
