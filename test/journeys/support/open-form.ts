import type { Page } from 'playwright-core'
import { openWindow, phone } from './windows.ts'

/** Opens an application form, signed out, in a window of a phone. */
export async function openForm(
  portal: () => Promise<{ url: string }>,
  path: '/apply/oem' | '/apply/vendor',
): Promise<Page> {
  const { url } = await portal()
  const { page, go } = await openWindow(url, phone)
  await go(path)
  return page
}
