/** What a first visit to the login screen costs on the line. */
import { Agent, get } from 'node:http'
import { type Finding, info, measured } from '#test/drills/support/findings.ts'
import { adminEmail } from '#test/drills/support/sign-in.ts'
import type { Site } from '#test/drills/support/site.ts'
import { launchBrowser } from '#test/setup/browser.ts'

const mostJs = 110
const aimedJs = 85
const mostRequests = 10

interface Piece {
  url: string
  kind: string
}

export async function weight(site: Site): Promise<Finding[]> {
  const portal = await site.portal({ DATA_DIR: site.folder(), ADMIN_EMAIL: adminEmail })
  const pieces = await visitLogin(site, `${portal.url}/login`)
  const kib = async (encoding: string, kind?: string) => {
    const chosen = pieces.filter((piece) => kind === undefined || piece.kind === kind)
    const sizes = await Promise.all(chosen.map(({ url }) => bytesOf(url, encoding)))
    return sizes.reduce((sum, size) => sum + size, 0) / 1024
  }
  const both = async (kind?: string) => {
    const [gzip, br] = await Promise.all([kib('gzip', kind), kib('br', kind)])
    return { gzip, words: `${gzip.toFixed(1)} / ${br.toFixed(1)} KiB` }
  }
  const js = await both('script')
  const css = await both('stylesheet')
  const all = await both()
  return [
    measured(
      'JavaScript of /login, gzip / brotli',
      js.words,
      `<= ${mostJs} KiB gzip, aim ${aimedJs}`,
      js.gzip <= mostJs,
    ),
    info('CSS of /login, gzip / brotli', css.words),
    info('everything of /login, gzip / brotli', all.words),
    measured(
      'requests of /login',
      String(pieces.length),
      `<= ${mostRequests}`,
      pieces.length <= mostRequests,
    ),
  ]
}

/** Everything a browser without a cache asks for until it falls quiet. */
async function visitLogin(site: Site, url: string): Promise<Piece[]> {
  const browser = await launchBrowser()
  site.onClose(() => browser.close())
  const page = await browser.newPage()
  const pieces: Piece[] = []
  page.on('request', (request) => pieces.push({ url: request.url(), kind: request.resourceType() }))
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('button').first().waitFor()
  return pieces
}

/** Bytes of the body as they are sent. */
function bytesOf(url: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Accept-Encoding': encoding }
    get(url, { agent: new Agent(), headers }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      response.on('end', () => resolve(size))
      response.on('error', reject)
    }).on('error', reject)
  })
}
