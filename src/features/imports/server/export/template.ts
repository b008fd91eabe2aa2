import { templateColumns } from '#features/members/columns/spreadsheet-columns.ts'
import { byteOrderMark, csvRow } from '#shared/csv.ts'
import type { MemberRole } from '#shared/roles.ts'

/** The import template with one sample row (contract 15.6). */
export const importTemplate = (role: MemberRole): string => {
  const sample = sampleRow(role)
  return (
    byteOrderMark +
    csvRow(templateColumns) +
    csvRow(templateColumns.map((column) => sample[column]))
  )
}

/** The sample row; it can be imported unchanged. */
const sampleRow = (role: MemberRole): Record<(typeof templateColumns)[number], string> => ({
  name: 'Asha Patil',
  email: `sample.${role}@example.com`,
  company_name: 'Sample Boards Pvt Ltd',
  whatsapp_number: '+91 98765 43210',
  website_url: 'https://www.example.com',
  factory_address: 'Plot 12, MIDC Bhosari, Pune 411026',
  certificate_postal_address: 'Plot 12, MIDC Bhosari, Pune 411026',
  business_partner: 'Ravi Kumar',
  services_products: role === 'oem' ? 'Modular kitchens' : 'Plywood and laminates',
  company_description: 'Family business since 1998',
  address: '4 Market Road, Pune 411001',
  payment_amount: '5000',
  payment_mode: 'Bank',
  payment_reference: 'UTR 123456',
  remarks: 'Replace this row with your members',
})
