/** Purposes of payments other than dues, by the words that say them. */
// cspell:disable: words as banks cut and join them.

/** Each line is the whole words of one purpose, with their inflections and abbreviations. */
const purposes: readonly [purpose: string, words: string][] = [
  ['an expo', 'expo expos'],
  ['an exhibition', 'exhibition exhibitions exhibitor exhibitors exhibit exhibits exhibn exhib'],
  ['a stall', 'stall stalls stal booth booths pavilion pavilions'],
  ['an advance', 'advance advances adv advns advnc advnce advn'],
  ['rent', 'rent rents rental rentals kiraya bhada lease leases leasing'],
  [
    'a donation',
    'donation donations donate donated donor donors donatn chanda daan charity charities charitable relief',
  ],
  [
    'a sponsorship',
    'sponsorship sponsorships sponsor sponsors sponsored sponsoring spons spon sponsr',
  ],
  [
    'an advertisement',
    `advertisement advertisements advertising advertise advertiser advert adverts advt advts ad ads hoarding hoardings
    banner banners souvenir souvenirs magazine magazines`,
  ],
  ['a deposit', 'deposit deposits depos depo dep emd caution'],
  [
    'a seminar',
    `seminar seminars semin workshop workshops conference conferences conclave conclaves summit summits convention
    conventions delegate delegates delegation training traning trainings`,
  ],
  [
    'an event',
    'event events dinner dinners lunch lunches picnic picnics tour tours trip trips gala mela festival festivals agm',
  ],
  ['a loan', 'loan loans emi'],
  ['wages', 'salary salaries wage wages pension pensions'],
  ['a fund', 'fund funds corpus building welfare'],
  ['an investment', 'dividend dividends maturity matured redemption fd fdr'],
  ['a sale', 'tender tenders sale scrap purchase purchases purchased'],
  ['an entry', 'award awards ticket tickets passes registration registrations reg entry'],
]

const purposeByWord = new Map(
  purposes.flatMap(([purpose, words]) =>
    words.split(/\s+/).map((word): [string, string] => [word, purpose]),
  ),
)

/** Whether a word of seven letters or more is one of these: shorter words match two neighbours by chance. */
export const isLongPurpose = (word: string): boolean =>
  word.length >= minLong && purposeByWord.has(word)
const minLong = 7

/** What comes before or after such a word when a bank has joined two: 'hallrent', 'stallbooking'. */
const joined = [
  /^(?:shop|hall|office|godown|room|stall|house|bldg|security)/,
  /(?:fees?|book|booking|rent|charges?|adv|amount|amt|payment|money|reg|booth|20\d*|2\d)$/,
]

/** A bank may cut such a word after so many letters. */
const minCut = 5
/** The beginning of such a word that is a word of its own, as in 'Wood Works'. */
const ownWord = /^(?:works|build|train|convent)$/

/** The purpose that a word says, whole, joined with another word or cut; undefined for other words. */
export function purposeOf(word: string): string | undefined {
  const [whole] = [word, ...joined.map((other) => word.replace(other, ''))].flatMap(
    (one) => purposeByWord.get(one) ?? [],
  )
  if (whole !== undefined || word.length < minCut || ownWord.test(word)) return whole
  for (const [known, purpose] of purposeByWord) if (known.startsWith(word)) return purpose
  return undefined
}
