/** Derives the city from an Indian postal address. */

/** Words that follow the city in an address: states with their abbreviations, and the country. */
const states = new Set(
  `andhra pradesh|ap|arunachal pradesh|assam|bihar|chhattisgarh|cg|goa|gujarat|guj|haryana|
himachal pradesh|hp|jharkhand|karnataka|kerala|madhya pradesh|mp|maharashtra|mh|manipur|meghalaya|mizoram|nagaland|
odisha|orissa|punjab|pb|rajasthan|raj|sikkim|tamil nadu|tamilnadu|tn|telangana|ts|tripura|uttar pradesh|up|
uttarakhand|uttaranchal|uk|west bengal|wb|jammu and kashmir|jammu & kashmir|j&k|ladakh|india|bharat`
    .split(/[|\n]+/)
    .map((name) => name.trim()),
)

interface Addresses {
  city: string
  factory_address: string
  address: string
}

/** The city as typed, else the one of an address; '' for none. */
export const cityOf = ({ city, factory_address, address }: Addresses): string =>
  city || cityIn(factory_address) || cityIn(address)

/** 'Jodhpur' for 'F-214, Boranada, Jodhpur 342012, Rajasthan'; '' when there is no plausible city. */
export function cityIn(address: string): string {
  for (const segment of address
    .normalize('NFKC')
    .split(/[,;\n]+/)
    .reverse()) {
    const name = withoutState(withoutPin(segment))
    if (name === '') continue
    return isPlausibleName(name) ? titleCase(name) : ''
  }
  return ''
}

// The lookbehind anchors the match at the start of a run, which keeps the time linear in its length.
const trailingPunctuation = /(?<![\s.:–—-])[\s.:–—-]+$/

const withoutPin = (segment: string): string =>
  segment
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\bpin\s*(code)?\b/i, ' ')
    .replace(/(?<!\p{Nd})\p{Nd}{3}\s?\p{Nd}{3}(?!\p{Nd})/u, ' ')
    .replace(/\b(dist|distt|district|tal|taluka|tehsil)\b\.?/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.:–—-]+/, '')
    .replace(trailingPunctuation, '')

const isState = (words: readonly string[]): boolean =>
  states.has(words.join(' ').toLowerCase().replaceAll('.', ''))

/** 'Pune' for 'Pune Maharashtra'; '' for a state alone. */
function withoutState(segment: string): string {
  const words = segment.split(' ')
  if (isState(words)) return ''
  for (const count of [3, 2, 1])
    if (words.length > count && isState(words.slice(-count)))
      return words.slice(0, -count).join(' ').replace(trailingPunctuation, '')
  return segment
}

const isPlausibleName = (segment: string): boolean =>
  !/[\p{Nd}/#@]/u.test(segment) && segment.length <= 40 && segment.split(' ').length <= 3

/** Capitalises names that are all upper or all lower case; others stay as typed. */
function titleCase(name: string): string {
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name
  return name
    .toLowerCase()
    .replace(
      /(^|[\s-])(\p{L})/gu,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    )
}
