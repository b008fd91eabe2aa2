import { stateOf } from '#shared/india/states.ts'
import { foldCase, normaliseForSearch } from '#shared/search.ts'
import { cityOf } from '../city.ts'
import { companyKey, phoneKey } from '../duplicate-keys.ts'
import { materialLabel } from '../materials.ts'
import { phoneDigits } from '../phone-digits.ts'

interface DerivationSource {
  name: string
  company_name: string
  email: string
  membership_number: string | null
  whatsapp_number: string
  services_products: string
  /** A JSON array of material ids. */
  materials: string
  materials_other: string
  address: string
  factory_address: string
  certificate_postal_address: string
  gstin: string
  city: string
  show_address: boolean
}

/**
 * Columns computed from other columns of `person`, for search, filters, the directory and duplicate warnings.
 * Write them again with every change of their sources.
 */
export const derivedColumns = (person: DerivationSource) => ({
  phone_key: phoneKey(person.whatsapp_number),
  phone_digits: phoneDigits(person.whatsapp_number),
  company_key: companyKey(person.company_name),
  state: stateColumn(person),
  search_text: [person.name, person.company_name, person.email, person.membership_number ?? '']
    .map(foldCase)
    .join('\n'),
  ...directoryColumns(person),
})

/** The code of the state, '' where neither the GSTIN nor an address says it. */
const stateColumn = (person: DerivationSource): string =>
  stateOf(person.gstin, [
    person.address,
    person.certificate_postal_address,
    person.factory_address,
  ]) ?? ''

/** The city and the search text of the directory; a hidden address contributes to neither. */
function directoryColumns(person: DerivationSource): {
  shown_city: string
  directory_text: string
} {
  const shown_city = person.show_address ? cityOf(person) : person.city
  const ids = JSON.parse(person.materials) as string[]
  const labels = ids.map((id) => materialLabel(id))
  const { name, company_name, services_products, materials_other } = person
  const texts = [name, company_name, services_products, ...labels, materials_other, shown_city]
  return {
    shown_city,
    directory_text: texts.map((text) => normaliseForSearch(text ?? '')).join('\n'),
  }
}
