/** The town an address is in, as far as addresses of India tell it. */

/** What stands behind the town: states, with the short forms people write, and the country. */
const states = new Set(
  `andhra pradesh|ap|arunachal pradesh|assam|bihar|chhattisgarh|cg|goa|gujarat|guj|haryana|
himachal pradesh|hp|jharkhand|karnataka|kerala|madhya pradesh|mp|maharashtra|mh|manipur|meghalaya|mizoram|nagaland|
odisha|orissa|punjab|pb|rajasthan|raj|sikkim|tamil nadu|tamilnadu|tn|telangana|ts|tripura|uttar pradesh|up|
uttarakhand|uttaranchal|uk|west bengal|wb|jammu and kashmir|jammu & kashmir|j&k|ladakh|india|bharat`
    .split(/[|\n]+/)
    .map((name) => name.trim()),
)

/** 'Jodhpur' of 'F-214, Boranada, Jodhpur 342012, Rajasthan'; '' when the address does not say. */
export function cityIn(address: string): string {
  for (const part of address
    .normalize('NFKC')
    .split(/[,;\n]+/)
    .toReversed()) {
    const name = withoutState(withoutPin(part))
    if (name === '') continue
    return isPlausibleName(name) ? titleCase(name) : ''
  }
  return ''
}

// From the first sign of a row of them only: a long row is not tried from each of its signs.
const trailingPunctuation = /(?<![\s.:–—-])[\s.:–—-]+$/

const withoutPin = (part: string): string =>
  part
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\bpin\s*(code)?\b/i, ' ')
    .replace(/(?<!\p{Nd})\p{Nd}{3}\s?\p{Nd}{3}(?!\p{Nd})/u, ' ')
    .replace(/\b(dist|distt|district|tal|taluka|tehsil)\b\.?/gi, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.:–—-]+/, '')
    .replace(trailingPunctuation, '')

const isState = (words: readonly string[]): boolean =>
  states.has(words.join(' ').toLowerCase().replaceAll('.', ''))

/** 'Pune' of 'Pune Maharashtra'; '' of a state alone. */
function withoutState(part: string): string {
  const words = part.split(' ')
  if (isState(words)) return ''
  for (const count of [3, 2, 1])
    if (words.length > count && isState(words.slice(-count)))
      return words.slice(0, -count).join(' ').replace(trailingPunctuation, '')
  return part
}

const isPlausibleName = (part: string): boolean =>
  !/[\p{Nd}/#@]/u.test(part) && part.length <= 40 && part.split(' ').length <= 3

/** Letters all of one case are written as a name is. */
function titleCase(name: string): string {
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name
  return name
    .toLowerCase()
    .replace(
      /(^|[\s-])(\p{L})/gu,
      (_all, before: string, letter: string) => before + letter.toUpperCase(),
    )
}
