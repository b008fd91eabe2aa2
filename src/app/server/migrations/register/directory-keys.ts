/**
 * City and search text of the directory, as features/members computed them when this migration was
 * written. A copy, because later changes of the feature must not change the result of a migration.
 */

export interface DirectorySource {
  name: string
  company_name: string
  services_products: string
  materials: string
  materials_other: string
  factory_address: string
  address: string
}

/** The city and the search text of a member whose address is shown. */
export function directoryKeys(person: DirectorySource) {
  const shown_city = cityIn(person.factory_address) || cityIn(person.address)
  const offered = (JSON.parse(person.materials) as string[]).map((id) => Reflect.get(labels, id))
  const { name, company_name, services_products, materials_other } = person
  const texts = [name, company_name, services_products, ...offered, materials_other, shown_city]
  return { shown_city, directory_text: texts.map((text) => spelling(text ?? '')).join('\n') }
}

const labels = {
  machinery: 'Machinery',
  tools: 'Tools',
  spares: 'Spares',
  plywood: 'Plywood',
  mdf: 'MDF',
  particleBoard: 'Particle Board',
  acrylicPanels: 'Acrylic Panels etc',
  wpcPvc: 'WPC / PVC',
  laminate: 'Laminate',
  veneer: 'Veneer',
  foils: 'Foils',
  paint: 'Paint',
  acrylicSheet: 'Acrylic Sheet',
  edgeband: 'Edgeband',
  hardware: 'Hardware',
  accessories: 'Accessories',
  lighting: 'Lighting',
  other: 'Other',
}

const spelling = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll('\u093c', '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** What follows the city in an address: states, with the abbreviations people write, and the country. */
const states = new Set(
  `andhra pradesh|ap|arunachal pradesh|assam|bihar|chhattisgarh|cg|goa|gujarat|guj|haryana|
himachal pradesh|hp|jharkhand|karnataka|kerala|madhya pradesh|mp|maharashtra|mh|manipur|meghalaya|mizoram|nagaland|
odisha|orissa|punjab|pb|rajasthan|raj|sikkim|tamil nadu|tamilnadu|tn|telangana|ts|tripura|uttar pradesh|up|
uttarakhand|uttaranchal|uk|west bengal|wb|jammu and kashmir|jammu & kashmir|j&k|ladakh|india|bharat`
    .split(/[|\n]+/)
    .map((name) => name.trim()),
)

/** 'Jodhpur' of 'F-214, Boranada, Jodhpur 342012, Rajasthan'; '' when the address does not say. */
function cityIn(address: string): string {
  for (const part of address
    .normalize('NFKC')
    .split(/[,;\n]+/)
    .toReversed()) {
    const name = withoutState(withoutPin(part))
    if (name === '') continue
    return isName(name) ? titled(name) : ''
  }
  return ''
}

// The lookbehind anchors the match at the start of a run, which keeps the time linear in its length.
const signsAtEnd = /(?<![\s.:–—-])[\s.:–—-]+$/

const withoutPin = (part: string): string =>
  part
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\bpin\s*(code)?\b/i, ' ')
    .replace(/(?<!\p{Nd})\p{Nd}{3}\s?\p{Nd}{3}(?!\p{Nd})/u, ' ')
    .replace(/\b(dist|distt|district|tal|taluka|tehsil)\b\.?/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.:–—-]+/, '')
    .replace(signsAtEnd, '')

const isState = (words: readonly string[]): boolean =>
  states.has(words.join(' ').toLowerCase().replaceAll('.', ''))

/** 'Pune' of 'Pune Maharashtra'; '' of a state alone. */
function withoutState(part: string): string {
  const words = part.split(' ')
  if (isState(words)) return ''
  for (const count of [3, 2, 1])
    if (words.length > count && isState(words.slice(-count)))
      return words.slice(0, -count).join(' ').replace(signsAtEnd, '')
  return part
}

const isName = (part: string): boolean =>
  !/[\p{Nd}/#@]/u.test(part) && part.length <= 40 && part.split(' ').length <= 3

/** A name in all capitals or all small letters gets capital initials. */
function titled(name: string): string {
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name
  return name
    .toLowerCase()
    .replace(
      /(^|[\s-])(\p{L})/gu,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    )
}
