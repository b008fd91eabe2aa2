import type { Page } from 'playwright-core'
import { openWindow, phone } from './windows.ts'

/** A visitor's phone in front of a form. */
export async function openForm(
  portal: () => Promise<{ url: string }>,
  path: '/apply/oem' | '/apply/vendor',
): Promise<Page> {
  const { url } = await portal()
  const { page, go } = await openWindow(url, phone)
  await go(path)
  return page
}
