/** Bytes and requests of a first visit to the login screen. */
import { Agent, get } from 'node:http'
import type { DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured } from '#test/drills/support/findings.ts'
import { adminEmail } from '#test/drills/support/sign-in.ts'
import { launchBrowser } from '#test/setup/browser.ts'

const maxJsKib = 85
const maxFontKib = 45
const maxRequests = 10

interface Resource {
  url: string
  kind: string
}

export async function pageWeight(env: DrillEnvironment): Promise<Finding[]> {
  const portal = await env.portal({ DATA_DIR: env.folder(), ADMIN_EMAIL: adminEmail })
  const resources = await visitLogin(env, `${portal.url}/login`)
  const kib = async (encoding: string, kind?: string) => {
    const selected = resources.filter((resource) => kind === undefined || resource.kind === kind)
    const sizes = await Promise.all(selected.map(({ url }) => bytesOf(url, encoding)))
    return sizes.reduce((sum, size) => sum + size, 0) / 1024
  }
  const sizesOf = async (kind?: string) => {
    const [gzip, br] = await Promise.all([kib('gzip', kind), kib('br', kind)])
    return { gzip, text: `${gzip.toFixed(1)} / ${br.toFixed(1)} KiB` }
  }
  const js = await sizesOf('script')
  const css = await sizesOf('stylesheet')
  const font = await kib('gzip', 'font')
  const all = await sizesOf()
  return [
    measured(
      'JavaScript of /login, gzip / brotli',
      js.text,
      `<= ${maxJsKib} KiB gzip`,
      js.gzip <= maxJsKib,
    ),
    info('CSS of /login, gzip / brotli', css.text),
    measured(
      'font of /login',
      `${font.toFixed(1)} KiB`,
      `<= ${maxFontKib} KiB`,
      font > 0 && font <= maxFontKib,
    ),
    info('all resources of /login, gzip / brotli', all.text),
    measured(
      'requests of /login',
      String(resources.length),
      `<= ${maxRequests}`,
      resources.length <= maxRequests,
    ),
  ]
}

/** All requests of a browser without a cache until the network is idle. */
async function visitLogin(env: DrillEnvironment, url: string): Promise<Resource[]> {
  const browser = await launchBrowser()
  env.onClose(() => browser.close())
  const page = await browser.newPage()
  const resources: Resource[] = []
  page.on('request', (request) =>
    resources.push({ url: request.url(), kind: request.resourceType() }),
  )
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('button').first().waitFor()
  return resources
}

/** Size of the encoded body. */
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
