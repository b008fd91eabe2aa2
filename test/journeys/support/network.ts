/** What happens to the requests of a page on their way to the portal. */
import type { Page, Route } from 'playwright-core'

/** Holds requests to this path until the returned function is called, then lets `respond` handle them. */
export async function holdRequests(
  page: Page,
  path: string | RegExp,
  respond: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    await released
    await respond(route)
  })
  return release
}

/** A failure of the portal that comes without a text. */
export const serverError = (route: Route): Promise<void> =>
  route.fulfill({ status: 500, contentType: 'text/html', body: '' })
