/** The filters above a list. */
import type { Page } from 'playwright-core'

/** Sets a filter in the menu of its chip, or in the panel of the button 'Filter' or 'Filters'. */
export async function setFilter(page: Page, label: string, option: string | RegExp): Promise<void> {
  const row = page.getByRole('search')
  const chip = row.getByRole('button', { name: new RegExp(`^${label}(:|$)`) })
  const panel = row.getByRole('button', { name: /^Filters?( \(\d+\))?$/ })
  await chip.or(panel).first().waitFor()
  if (await chip.isVisible()) {
    await chip.click()
    await page
      .getByRole('menuitemradio', { name: option, exact: typeof option === 'string' })
      .click()
    return
  }
  await panel.click()
  const segments = page.getByRole('group', { name: label, exact: true })
  const select = page.getByRole('combobox', { name: label, exact: true })
  await segments.or(select).waitFor()
  if (await segments.isVisible())
    await segments.getByText(option, { exact: typeof option === 'string' }).click()
  else await select.selectOption(await select.locator('option', { hasText: option }).innerText())
  await page.keyboard.press('Escape')
}
