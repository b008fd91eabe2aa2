import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { darkViolations, expectSoundLayout } from '../support/layout.ts'
import { sharedAdmin } from '../support/portals.ts'
import { button } from '../support/register.ts'
import { desktop, phone, resizeWindow } from '../support/windows.ts'

const admin = sharedAdmin({ hasSeason: false })

test('every bar leads to its rows, also with the keyboard; plots are saved as pictures, the book as files', async () => {
  const { page, go } = await admin('/admin', desktop)
  await page.getByRole('link', { name: 'Board book' }).click()
  const retention = page.getByRole('region', { name: 'Retention by joining year' })
  await retention.getByRole('group').waitFor()
  await expectSoundLayout(page)
  expect(await darkViolations(page)).toEqual([])

  // The last column is the tab stop; Enter opens its rows.
  const bar = retention.locator('a[tabindex="0"]')
  await bar.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/members\?joined_from=/)
  for (const filter of [/Joined from \d/, /Paid until from \d/])
    await page.getByRole('button', { name: filter }).waitFor()

  await page.goBack()
  await button(page, 'Table: Retention by joining year').click()
  await retention.getByRole('table').waitFor()
  await expectSoundLayout(page)
  const picture = page.waitForEvent('download')
  await button(page, 'PNG picture: Retention by joining year').click()
  const { width, format } = await sharp(await readFile(await (await picture).path())).metadata()
  expect([width, format]).toEqual([2064, 'png'])
  for (const [name, start] of [
    ['PDF', '%PDF'],
    ['Excel', 'PK'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name, exact: true }).click()
    const file = await readFile(await (await download).path())
    expect(file.subarray(0, start.length).toString()).toBe(start)
  }

  await resizeWindow(page, phone)
  await go('/admin/board-book?rows=raised')
  await page.getByRole('dialog').getByText('No members').waitFor()
  await expectSoundLayout(page)
  await page.keyboard.press('Escape')
  await page.waitForURL(/board-book$/)
  const book = page.waitForEvent('download')
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Excel' }).click()
  expect((await book).suggestedFilename()).toMatch(/\.xlsx$/)
})
