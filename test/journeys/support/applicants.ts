/** An applicant in front of the form: what they type, choose and send. */
import type { Page } from 'playwright-core'
import { paper, phonePhoto, smallJpeg, smallPng } from './photos.ts'

/** What everybody types, by the names of contract 3. */
export const firm = {
  name: 'Asha Patil',
  email: 'asha@teakworks.example',
  companyName: 'Teak Works',
  whatsappNumber: '+91 98765 43210',
  websiteUrl: 'https://www.teakworks.example',
  address: 'Plot 14, MIDC Bhosari, Pune 411026',
  factoryAddress: 'Plot 15, MIDC Bhosari, Pune 411026',
  certificatePostalAddress: 'Post Box 7, Bhosari, Pune 411026',
  referenceBy: 'Ravi Kumar',
  servicesProducts: 'Wardrobes and kitchen shutters',
  companyDescription: 'Makes panel furniture since 1998',
}

export const oemFirm = {
  ...firm,
  ageSex: '44 / F',
  designation: 'Managing Partner',
  yearOfIncorporation: '1998',
  totalEmployees: '60',
}

/** How long to look again: uploads take their time on a busy machine. */
export const patient = { timeout: 30_000 }

let firms = 0

/** Another firm each time: an address has only so many open applications. */
export function anotherFirm() {
  firms += 1
  return { ...firm, email: `firm-${firms}@teakworks.example` }
}

export const named = (page: Page, name: string) => page.locator(`form [name="${name}"]`).first()

export async function type(page: Page, typed: Record<string, string>) {
  for (const [name, words] of Object.entries(typed)) await named(page, name).fill(words)
}

/** The rows of one upload field, or those in a state. */
export const rows = (page: Page, kind: string, state?: string) =>
  page
    .locator(`#file-${kind}`)
    .locator('xpath=ancestor::div[2]')
    .locator(state ? `[data-upload="${state}"]` : '[data-upload]')

/** The papers of an OEM, the phone's large photo among them. */
export async function chooseOemFiles(page: Page) {
  await named(page, 'memberPhoto').setInputFiles(await phonePhoto())
  await named(page, 'incorporationCertificate').setInputFiles(paper('certificate.pdf'))
  await named(page, 'companyPanCard').setInputFiles(await smallPng('pan.png', 7))
  await named(page, 'factoryMachineryPhotos').setInputFiles([
    await smallJpeg('saw.jpg', 2),
    await smallPng('press.png', 3),
    await smallJpeg('line.jpg', 4),
  ])
}

export const agree = (page: Page) => named(page, 'consent').check()
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' })

/** The values of the text fields, for comparing before and after. */
export const typedIn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'form :is(input, textarea)[name]:not([type=file], [type=radio], [type=checkbox])',
    )
    return Object.fromEntries([...controls].map(({ name, value }) => [name, value]))
  })

export const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name'))

/** The message that a field says of itself, by what ties it to the field. */
export const messageAt = (page: Page, name: string) =>
  page.evaluate((wanted) => {
    const control = document.querySelector(`form [name="${wanted}"]`)
    const owner = control?.hasAttribute('aria-describedby') ? control : control?.closest('fieldset')
    const ids = owner?.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids
      .map((id) => document.getElementById(id))
      .filter((element) => element?.getAttribute('role') === 'alert')
      .map((element) => element?.textContent ?? '')
      .join(' ')
  }, name)

/** How often a path is called by this window. */
export function countCalls(page: Page, path: string) {
  const calls = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.count += 1
  })
  return calls
}
