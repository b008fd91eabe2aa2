/** The application form: its fields, uploads and messages. */
import type { Page } from 'playwright-core'
import { pdf, phonePhoto, smallJpeg, smallPng } from './files.ts'

/** The text fields that both forms require, by the names of contract 3. */
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

/** Uploads are slow on a busy machine. */
export const uploadWait = { timeout: 30_000 }

let firmCount = 0

/** A new firm each time: the open applications of an address are limited. */
export function newFirm() {
  firmCount += 1
  return { ...firm, email: `firm-${firmCount}@teakworks.example` }
}

export const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`).first()

export async function fill(page: Page, values: Record<string, string>) {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

/** The rows of an upload field, or those in this state. */
export const uploads = (page: Page, kind: string, state?: string) =>
  page
    .locator(`#file-${kind}`)
    .locator('xpath=ancestor::*[@data-upload-field]')
    .locator(state ? `[data-upload="${state}"]` : '[data-upload]')

/** Chooses the required files of an OEM, among them a large photo. */
async function chooseOemFiles(page: Page) {
  await field(page, 'memberPhoto').setInputFiles(await phonePhoto())
  await field(page, 'incorporationCertificate').setInputFiles(pdf('certificate.pdf'))
  await field(page, 'companyPanCard').setInputFiles(await smallPng('pan.png', 7))
  await field(page, 'factoryMachineryPhotos').setInputFiles([
    await smallJpeg('saw.jpg', 2),
    await smallPng('press.png', 3),
    await smallJpeg('line.jpg', 4),
  ])
}

export const agree = (page: Page) => field(page, 'consent').check()

/** Fills in all fields and files of an OEM; the uploads may still be running. */
export async function fillOemForm(page: Page, values = oemFirm) {
  await chooseOemFiles(page)
  await fill(page, values)
  await agree(page)
  await page.getByText('Ready to submit').waitFor()
}

/** Fills in all fields and the photo of a vendor; the upload may still be running. */
export async function fillVendorForm(page: Page, values: typeof firm, photo = 'asha.jpg') {
  await fill(page, values)
  await page.getByLabel('Veneer').check()
  await field(page, 'memberPhoto').setInputFiles(await smallJpeg(photo))
  await agree(page)
}

export const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' })

/** The values of the text fields by name. */
export const textValues = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'form :is(input, textarea)[name]:not([type=file], [type=radio], [type=checkbox])',
    )
    return Object.fromEntries([...controls].map(({ name, value }) => [name, value]))
  })

export const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name'))

/** The error message that is tied to a field by aria-describedby. */
export const messageAt = (page: Page, name: string) =>
  page.evaluate((fieldName) => {
    const control = document.querySelector(`form [name="${fieldName}"]`)
    const owner = control?.hasAttribute('aria-describedby') ? control : control?.closest('fieldset')
    const ids = owner?.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids
      .map((id) => document.getElementById(id))
      .filter((element) => element?.hasAttribute('data-field-error'))
      .map((element) => element?.textContent ?? '')
      .join(' ')
  }, name)

/** Counts the requests of this page to a path. */
export function countCalls(page: Page, path: string) {
  const calls = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.count += 1
  })
  return calls
}
