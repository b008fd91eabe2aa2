/** The lists of applications for administrators. */
import type { Page } from 'playwright-core'
import { openAssociation, signInAsAdmin } from './portals.ts'

/** An empty association for one test, with its administrator on the dashboard. */
export async function openReview() {
  const association = await openAssociation()
  return { ...association, admin: await signInAsAdmin(association) }
}

export const firms = {
  asha: {
    name: 'Asha Patil',
    email: 'asha@teak.example',
    companyName: 'Teak & Co',
    whatsappNumber: '98200 11111',
  },
  ravi: {
    type: 'vendor',
    name: 'Ravi Kumar',
    email: 'ravi@ply.example',
    companyName: 'Ply House',
    whatsappNumber: '98200 22222',
  },
  farida: {
    name: 'Farida Sheikh',
    email: 'farida@veneer.example',
    companyName: 'Veneer Works',
    whatsappNumber: '98200 33333',
  },
}

export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') })
export const names = (page: Page) => rows(page).locator('td:first-child').allTextContents()
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name })

/** Buttons of rows outside the visible part of the scrolling table. */
export const hiddenButtons = (page: Page) =>
  page.locator('tbody button').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        const edge = button.closest('section')?.getBoundingClientRect().right ?? 0
        return button.getBoundingClientRect().right > edge
      })
      .map((button) => button.textContent),
  )

export const dialog = (page: Page) => page.getByRole('dialog')
export const dialogClosed = (page: Page) => dialog(page).waitFor({ state: 'detached' })
export const updated = (page: Page) =>
  page.getByText('Application status updated successfully').first().waitFor()

/** The text of the focused element, and the name in its row. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return `${element?.textContent} ${element?.closest('tr')?.querySelector('td')?.textContent}`
  })
