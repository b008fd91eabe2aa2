/** The content that the server writes into a page for readers without script. */
import type { Context } from 'hono'
import { html } from 'hono/html'
import { certificateWithoutScript } from '#features/certificates/server/no-script-page.ts'
import {
  noticeFormWithoutScript,
  noticeWithoutScript,
} from '#features/dues/server/notices/no-script-page.ts'
import type { PortalEnv } from '#platform/server/http/request-context.ts'
import type { World } from '#platform/server/world.ts'
import { decodePart } from '#shared/links.ts'
import { Refusal } from '#shared/refusal.ts'

type Page = Context<PortalEnv>

/** HTML for the page at this path; undefined for a page that shows nothing without script. */
export async function contentWithoutScript(
  world: World,
  c: Page,
  path: string,
): Promise<string | undefined> {
  if (path === '/dues') return `${await noticeFormWithoutScript()}`
  const code = path.match(/^\/verify\/([^/]+)$/)?.[1]
  if (code === undefined) return undefined
  const { client } = c.get('request')
  return orReason(world, () => certificateWithoutScript(world, client, decodePart(code)))
}

/** The notice for the link that was pasted into the form of the page. */
export const pastedNoticeWithoutScript = (world: World, c: Page, link: string): Promise<string> =>
  orReason(world, () => noticeWithoutScript(world, c.get('request').client, link))

/** The page is always sent: with scripts it requests the data again and shows what is wrong. */
async function orReason(world: World, facts: () => Promise<unknown>): Promise<string> {
  try {
    return `${await facts()}`
  } catch (error) {
    if (!(error instanceof Refusal)) world.log.error({ err: error }, 'facts of a page')
    const reason =
      error instanceof Refusal
        ? error.message
        : 'The portal cannot show this at the moment; please try again later'
    return `${await html`<section class="facts"><p>${reason}</p></section>`}`
  }
}
