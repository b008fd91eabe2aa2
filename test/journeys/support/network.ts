/** Delays and fails requests of a page. */
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

/** Responds with status 500 and no text. */
export const serverError = (route: Route): Promise<void> =>
  route.fulfill({ status: 500, contentType: 'text/html', body: '' })
