/** The pages that the server sends: the built shell of all screens, with what this request needs written into it. */
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { getChecklist } from '#features/settings/first-day/endpoints.ts'
import { visitorCheck } from '#features/sign-in/server/session.ts'
import type { PortalEnv } from '#platform/server/http/request-context.ts'
import type { StaticFiles } from '#platform/server/http/static-files.ts'
import { escapeHtml } from '#platform/server/mail/mail-html.ts'
import type { World } from '#platform/server/world.ts'
import { Refusal } from '#shared/refusal.ts'
import { screenPath, tidyAddress } from '#shared/screens/address.ts'
import { type Theme, themeCookie, themeCookieLifetime, themeOf } from '#shared/theme.ts'
import { contentWithoutScript, pastedNoticeWithoutScript } from './no-script-pages.ts'

interface PageOptions extends World {
  /** The built browser side. */
  build: StaticFiles
}

/** The one page of all screens. Unknown paths get it with status 404; the browser side shows the 404 card. */
export async function screenPage(c: Context<PortalEnv>, needs: PageOptions): Promise<Response> {
  const shell = shellOf(needs.build)
  const path = screenPath(tidyAddress(c.req.path).replace(/#.*$/s, ''))
  if (path === undefined && /\.\w+$/.test(c.req.path)) return c.text('File not found', 404)
  const facts = path && (await contentWithoutScript(needs, c, path))
  // A page with data is not cached, like the calls that return the data.
  if (facts === undefined) c.header('Cache-Control', 'no-cache')
  return c.html(fill(shell, c, needs, facts), path === undefined ? 404 : 200)
}

/**
 * The page that answers the form for a notice without script. The script of the shell does not know the answer and
 * would replace it, so it is removed.
 */
export async function noticePage(
  c: Context<PortalEnv>,
  needs: PageOptions,
  link: string,
): Promise<Response> {
  const shell = shellOf(needs.build)
  return c.html(
    withoutScripts(fill(shell, c, needs, await pastedNoticeWithoutScript(needs, c, link))),
  )
}

function shellOf({ shell }: StaticFiles): string {
  if (shell !== undefined) return shell
  throw new Refusal('unavailable', 'The browser side is not built yet: run npm start')
}

const withoutScripts = (page: string): string =>
  page.replaceAll(/<script\b.*?<\/script>|<\/?noscript>|<link rel="modulepreload"[^>]*>/gs, '')

function fill(shell: string, c: Context, needs: PageOptions, facts = ''): string {
  const isSignedOut = visitorCheck(needs)(c)
  c.header('X-Robots-Tag', 'noindex')
  const info = needs.info()
  return shell
    .replaceAll(hint, (link, audience: string, screens?: string) =>
      // The sample association has no checklist.
      isHintFor({ link, audience, screens }, c, isSignedOut) &&
      !(info.sample && link.includes(getChecklist.path))
        ? link
        : '',
    )
    .replace('<!-- facts -->', () => facts)
    .replace('%ASSOCIATION%', () => escapeHtml(info.association_name))
    .replace('%PORTAL%', () => escapeHtml(JSON.stringify(info)))
    .replace('%VISITOR%', isSignedOut ? 'yes' : 'no')
    .replace('%THEME%', renewTheme(c, needs.secure))
}

/** A link to what some screens need (scripts/page-hints.ts). */
const hint = /<link data-for="([^"]*)"(?: data-screen="([^"]*)")?[^>]*>\s*/g

function isHintFor(
  { link, audience, screens }: { link: string; audience: string; screens: string | undefined },
  c: Context,
  isSignedOut: boolean,
): boolean {
  const { path } = c.req
  if (isSignedOut && audience === 'user') return false
  // The first view of the login screen has all that it needs.
  const isFirstView = /^\/(login\/?)?$/.test(path) && c.req.query('as') === undefined
  if (isSignedOut && audience === 'app' && isFirstView) return false
  if (screens === undefined) return true
  const { tab, ...filters } = c.req.query()
  // A screen with filters requests other rows, so its preload would be wasted.
  if (link.includes('as="fetch"') && Object.keys(filters).length > 0) return false
  return screens.split(' ').includes(tab === undefined ? path : `${path}?tab=${tab}`)
}

/** The theme of the caller's device; a stored choice lasts another year. */
function renewTheme(c: Context, secure: boolean): Theme {
  const theme = themeOf(c.req.header('cookie'))
  if (theme !== 'system')
    setCookie(c, themeCookie, theme, {
      path: '/',
      maxAge: themeCookieLifetime,
      sameSite: 'Lax',
      secure,
    })
  return theme
}
