/** Generates spreadsheets of members. */
import { cookieHeader } from '#test/support/portal/test-client.ts'
import type { ApiClient } from './api-client.ts'

const headings =
  'name,email,company_name,whatsapp_number,website_url,factory_address,certificate_postal_address,business_partner,services_products,company_description,address,payment_amount,payment_mode,payment_reference,remarks,Date of Joining,Paid Date,Visible'

const row = (i: number): string =>
  [
    `Member ${i} Sharma`,
    `member${i}@firm${i % 977}.example`,
    `Firm ${i} Boards & Ply Private Limited`,
    `+91 98${String(i).padStart(8, '0')}`,
    `https://www.firm${i}.example`,
    `"Plot ${i}, MIDC Bhosari, Pune 411026"`,
    `"Plot ${i}, MIDC Bhosari, Pune 411026"`,
    `Partner ${i}`,
    'Plywood and laminates',
    'Family business since 1998',
    `"${i} Market Road, Pune"`,
    i % 2 === 0 ? '5000' : '',
    i % 2 === 0 ? 'Bank' : '',
    i % 2 === 0 ? `UTR ${i}` : '',
    'Moved from the old register',
    '05/01/2024',
    i % 2 === 0 ? '10/04/2024' : '',
    'Yes',
  ].join(',')

export const spreadsheet = (rows: number): string =>
  `${headings}\r\n${Array.from({ length: rows }, (_, i) => row(i)).join('\r\n')}\r\n`

/** Uploads a file as the import dialog does. */
export async function sendSpreadsheet(
  url: string,
  admin: ApiClient,
  file: Uint8Array<ArrayBuffer> | Buffer,
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([new Uint8Array(file)], 'members.csv'))
  const answer = await fetch(`${url}/api/members/import`, {
    method: 'POST',
    headers: { Cookie: cookieHeader(admin) },
    body: form,
  })
  return { status: answer.status, text: await answer.text() }
}
