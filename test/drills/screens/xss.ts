/** Hostile texts in every text field, shown on every screen in Chromium: no dialog, no CSP violation, no element. */
import type { Browser, Page } from 'playwright-core'
import { marker, xssStrings } from '#test/fuzz/xss-strings.ts'
import { launchBrowser, newContext } from '#test/setup/browser.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info } from '#test/support/process/findings.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminAndOem, signIn } from '#test/support/process/sign-in.ts'
import { posting } from '#test/support/samples.ts'

const screens: Record<'admin' | 'oem' | 'vendor' | 'seeker', readonly string[]> = {
  admin: [
    '/admin',
    '/admin/member-data',
    '/admin/renewals',
    '/admin/members',
    '/admin/applications',
    '/admin/settings',
  ],
  oem: ['/oem/members', '/oem/jobs', '/oem/profile', '/jobs'],
  vendor: ['/vendor/members', '/vendor/profile', '/jobs', '/jobs/saved'],
  seeker: ['/jobs', '/jobs/search', '/profile'],
}

const memberTexts = [
  'name',
  'company_name',
  'business_partner',
  'company_description',
  'services_products',
  'address',
  'factory_address',
  'certificate_postal_address',
  'social_links',
  'remarks',
] as const
const jobTexts = ['title', 'description', 'location', 'how_to_apply'] as const

interface Sums {
  pages: number
  dialogs: number
  violations: number
  elements: number
  shown: Set<string>
  /** What the content policy refused. */
  reasons: Set<string>
}

export async function xssDrill(env: DrillEnvironment, count: number): Promise<Finding[]> {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail))
  const { admin, oem } = await adminAndOem(env, portal, mail)
  const vendorForm = {
    name: 'Ravi Kumar',
    role: 'vendor',
    company_name: 'Sagwan',
    whatsapp_number: '9876543210',
  }
  await admin.call('POST', '/api/admin/members', { ...vendorForm, email: 'vendor@drill.example' })
  const vendor = await signIn(env.client(portal), mail, 'vendor@drill.example', 'member')
  const seeker = await signIn(env.client(portal), mail, 'seeker@drill.example', 'jobseeker')
  const stored = await store(admin, oem, xssStrings(count))
  const sums: Sums = {
    pages: 0,
    dialogs: 0,
    violations: 0,
    elements: 0,
    shown: new Set(),
    reasons: new Set(),
  }
  const browser = await launchBrowser()
  env.onClose(() => browser.close())
  for (const [role, client] of Object.entries({ admin, oem, vendor, seeker }))
    await visit(browser, portal.url, client, screens[role as keyof typeof screens], sums)
  const clean = (what: string, found: number) =>
    counted(`pages without ${what}`, sums.pages - found, sums.pages)
  return [
    info(
      'texts stored in fields',
      `${stored} of ${count} texts in ${memberTexts.length + jobTexts.length} fields`,
    ),
    clean('a dialog', sums.dialogs),
    clean('a violation of the content policy', sums.violations),
    clean('an injected element', sums.elements),
    ...[...sums.reasons].slice(0, 5).map((reason) => info('refused by the content policy', reason)),
    counted('texts are shown as texts', sums.shown.size > 0 ? 1 : 0, 1),
  ]
}

/** Each text in each field of some member and of some posting; returns how many fields were accepted. */
async function store(admin: ApiClient, oem: ApiClient, texts: readonly string[]): Promise<number> {
  let stored = 0
  const turned = (names: readonly string[], index: number) =>
    Object.fromEntries(names.map((name, at) => [name, texts[(index + at) % texts.length] ?? '']))
  await concurrently(texts.length, 4, async (index) => {
    const required = {
      email: `xss${index}@drill.example`,
      role: 'oem',
      whatsapp_number: '9876543210',
    }
    const member = { ...turned(memberTexts, index), ...required }
    const added = await admin.request('POST', '/api/admin/members', member)
    if (added.status < 300) stored += memberTexts.length
    const posted = await oem.request('POST', '/api/jobs', {
      ...posting,
      ...turned(jobTexts, index),
    })
    if (posted.status >= 300) return
    stored += jobTexts.length
    const { id } = JSON.parse(posted.text)
    await admin.request('PUT', `/api/admin/jobs/${id}/status`, { status: 'approved' })
  })
  return stored
}

async function visit(
  browser: Browser,
  url: string,
  { cookies }: ApiClient,
  paths: readonly string[],
  sums: Sums,
): Promise<void> {
  const context = await newContext(browser, { baseURL: url })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
  await context.addInitScript(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  const page = await context.newPage()
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle', timeout: 60_000 })
    await scrollThrough(page, sums)
    const found = await page.evaluate((name) => {
      const { violations } = window as unknown as { violations: string[] }
      return { violations, elements: document.querySelectorAll(`[${name}]`).length }
    }, marker)
    sums.pages += 1
    sums.violations += found.violations.length > 0 ? 1 : 0
    for (const violation of found.violations) sums.reasons.add(`${path}: ${violation}`)
    sums.elements += found.elements > 0 ? 1 : 0
    sums.dialogs += dialogs > 0 ? 1 : 0
    dialogs = 0
  }
  await context.close()
}

/** Scrolls to the end of a list, which loads more rows on the way. */
async function scrollThrough(page: Page, sums: Sums): Promise<void> {
  for (let step = 0; step < 40; step++) {
    const text = await page.evaluate((name) => {
      window.scrollBy(0, window.innerHeight * 2)
      for (const element of document.querySelectorAll('main, [data-scroll], table'))
        element.parentElement?.scrollBy(0, window.innerHeight * 2)
      return document.body.innerText.includes(name) ? document.body.innerText.length : 0
    }, marker)
    if (text > 0) sums.shown.add(`${page.url()} ${text}`)
    await page.waitForTimeout(50)
    const isAtEnd = await page.evaluate(
      () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2,
    )
    if (isAtEnd && step > 2) break
  }
}
