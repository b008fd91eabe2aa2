/** Applications sent as one multipart form, as a plain HTTP client sends them. */
import { jpegPhoto, plainPdf, pngPhoto } from '#test/files/sample-files.ts'
import { emailOf } from './personas.ts'
import type { TestClient } from './test-client.ts'
import type { TestPortal } from './test-portal.ts'

const common = {
  name: 'Kiran Desai',
  email: 'kiran@rosewood.example',
  companyName: 'Rosewood Works Pvt Ltd',
  whatsappNumber: '+91 98250 12345',
  websiteUrl: 'https://rosewood.example',
  address: '12 Timber Lane, Ahmedabad 380001',
  factoryAddress: 'Plot 7, GIDC Vatva, Ahmedabad 382445',
  certificatePostalAddress: 'Rosewood Works, Plot 7, GIDC Vatva, Ahmedabad 382445',
  referenceBy: 'Asha Patil',
  servicesProducts: 'Solid wood doors and frames',
  companyDescription: 'Three generations of joinery',
  socialMediaLinks: 'https://social.example/rosewood',
}

export const oemFields: Record<string, string> = {
  type: 'oem',
  ...common,
  ageSex: '41 / F',
  designation: 'Managing Director',
  yearOfIncorporation: '1998',
  totalEmployees: '45',
}

export const vendorFields: Record<string, string> = {
  type: 'vendor',
  ...common,
  name: 'Manoj Pillai',
  email: 'manoj@lacquer.example',
  companyName: 'Lacquer House',
  whatsappNumber: '+91 99300 54321',
  materials: '["paint","other"]',
  otherMaterials: 'Wood stains',
}

/** A file of a multipart form. */
export interface FormFile {
  field: string
  name: string
  type: string
  bytes: Buffer
}

export const photo = async (field = 'memberPhoto', seed = 1): Promise<FormFile> => ({
  field,
  name: `${field}-${seed}.jpg`,
  type: 'image/jpeg',
  bytes: await jpegPhoto(seed),
})

const png = async (field: string, seed = 1): Promise<FormFile> => ({
  field,
  name: `${field}-${seed}.png`,
  type: 'image/png',
  bytes: await pngPhoto(seed),
})

export const pdf = (field: string, name = field): FormFile => ({
  field,
  name: `${name}.pdf`,
  type: 'application/pdf',
  bytes: plainPdf(name),
})

/** All required files of an OEM, with two photos of the factory, and the optional business card. */
export const oemFiles = async (): Promise<FormFile[]> => [
  await photo(),
  pdf('incorporationCertificate'),
  await png('companyPanCard'),
  await photo('factoryMachineryPhotos', 2),
  await png('factoryMachineryPhotos', 3),
  pdf('businessCard'),
]

export const vendorFiles = async (): Promise<FormFile[]> => [await photo()]

export function formOf(fields: Record<string, string>, files: readonly FormFile[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { field, name, type, bytes } of files)
    form.append(field, new File([new Uint8Array(bytes)], name, { type }))
  return form
}

/** Sends a form as a browser does; returns the raw response. */
export const sendForm = (
  client: TestClient,
  path: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<Response> => client.request('POST', path, form, headers)

export const sendOem = async (
  client: TestClient,
  changes: Record<string, string> = {},
): Promise<Response> =>
  sendForm(client, '/api/auth/apply', formOf({ ...oemFields, ...changes }, await oemFiles()))

export const sendVendor = async (
  client: TestClient,
  changes: Record<string, string> = {},
): Promise<Response> =>
  sendForm(client, '/api/auth/apply', formOf({ ...vendorFields, ...changes }, await vendorFiles()))

/** The token of the private link in a mail's text. */
export const tokenIn = (text: string | undefined): string =>
  text?.match(/\/apply\/status#token=([\w-]{43})$/m)?.[1] ?? ''

/** Submits an application; returns its id and the token of the link in the mail. */
export async function submitApplication(
  portal: TestPortal,
  send: typeof sendOem,
  changes: Record<string, string> = {},
) {
  const answer = await send(portal.visitor(), changes)
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  const mails = await portal.mails()
  const token = tokenIn(mails.at(-1)?.text)
  portal.mail.clear()
  return { id, token }
}

/** The application as the applicant reads it by the private link. */
export const ownApplication = (portal: TestPortal, token: string) =>
  portal.visitor().post('/api/applications/mine', { token })

/** A new session of the administrator, because a test may have moved the clock past the last one. */
export async function signInAdmin(portal: TestPortal): Promise<TestClient> {
  await portal.as('admin')
  return portal.signIn(emailOf('admin'))
}

/** An administrator decides; returns the token of the link in the mail, or ''. */
export async function decide(portal: TestPortal, id: string, decision: object) {
  const admin = await signInAdmin(portal)
  await admin.put(`/api/admin/applications/${id}/status`, decision)
  const mails = await portal.mails()
  const token = tokenIn(mails.at(-1)?.text)
  portal.mail.clear()
  return token
}

export const detailsOf = async (portal: TestPortal, id: string) =>
  (await signInAdmin(portal)).get(`/api/admin/applications/${id}`)

export const historyTexts = async (portal: TestPortal, id: string): Promise<string[]> =>
  (await detailsOf(portal, id)).history.map(({ words }) => words)

/** Uploads a file before the form, as the browser does; returns its URL. */
export async function upload(portal: TestPortal, kind: string, seed = 1): Promise<string> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(await jpegPhoto(seed))], 'photo.jpg'))
  const answer = await portal.visitor().request('POST', `/api/upload?kind=${kind}`, form)
  return ((await answer.json()) as { url: string }).url
}
