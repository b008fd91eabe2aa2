/** The register of the benches as a spreadsheet, because every portal can import it, regardless of its tables. */
import { memberAt } from './register.ts'

const inIndia = (day: string | null): string =>
  day === null || day === '' ? '' : day.slice(0, 10).split('-').toReversed().join('/')

const yesNo = (value: unknown): string => (value ? 'Yes' : 'No')

const columns: Record<string, (member: ReturnType<typeof memberAt>) => string> = {
  name: ({ name }) => name,
  email: ({ email }) => email ?? '',
  company_name: ({ company_name }) => company_name,
  whatsapp_number: ({ whatsapp_number }) => whatsapp_number,
  role: ({ role }) => role ?? '',
  website_url: ({ website_url }) => website_url,
  address: ({ address }) => address,
  factory_address: ({ factory_address }) => factory_address,
  certificate_postal_address: ({ certificate_postal_address }) => certificate_postal_address,
  business_partner: ({ business_partner }) => business_partner,
  services_products: ({ services_products }) => services_products,
  company_description: ({ company_description }) => company_description,
  materials: ({ materials }) => JSON.parse(materials).join(', '),
  remarks: ({ remarks }) => remarks,
  'Date of Joining': ({ created_at }) => inIndia(created_at),
  Visible: ({ is_visible }) => yesNo(is_visible),
  Active: ({ is_active }) => yesNo(is_active),
  payment_amount: ({ payment_amount }) =>
    payment_amount === null ? '' : (payment_amount / 100).toFixed(2),
  payment_mode: ({ payment_mode }) => payment_mode ?? '',
  payment_reference: ({ payment_reference }) => payment_reference ?? '',
  'Paid Date': ({ payment_date }) => inIndia(payment_date),
  'Valid from': ({ membership_valid_from }) => inIndia(membership_valid_from),
  'Valid to': ({ membership_valid_to }) => inIndia(membership_valid_to),
}

/** The members 0 to `count - 1`; `kind` makes the addresses and numbers of another register. */
export function memberSheet(count: number, kind = ''): Buffer {
  const rows = Array.from({ length: count }, (_, index) => {
    const member = memberAt(index)
    const cells = Object.values(columns).map((cell) => cell(member))
    cells[1] = `${kind}${cells[1]}`
    return cells.map((cell) => `"${cell}"`).join(',')
  })
  return Buffer.from(`${Object.keys(columns).join(',')}\r\n${rows.join('\r\n')}\r\n`)
}
