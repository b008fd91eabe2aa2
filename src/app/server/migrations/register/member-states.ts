/**
 * The state of a member, as shared/india computed it when this migration was written. A copy, because later
 * changes must not change the result of a migration.
 */

const codes = new Set(
  '01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 26 27 29 30 31 32 33 34 35 36 37 38 97'.split(
    ' ',
  ),
)

/** Codes of states that have become parts of others. */
const replacedCodes: Record<string, string> = { '25': '26', '28': '37' }

/** The code of the GSTIN, else of the first address with a PIN code that says one. */
export function stateOf(gstin: string, addresses: readonly string[]): string | undefined {
  const code = gstin.slice(0, 2)
  const state = codes.has(code) ? code : replacedCodes[code]
  if (state) return state
  for (const address of addresses) {
    const ofAddress = stateOfPinCode(pinCodeOf(address))
    if (ofAddress) return ofAddress
  }
  return undefined
}

/** The state of a PIN code; undefined where its first digits are not those of one state. */
function stateOfPinCode(pinCode: string): string | undefined {
  if (pinCode === '') return undefined
  for (const length of [6, 4, 3]) {
    const prefix = pinCode.slice(0, length)
    const state = byPrefix.get(prefix)
    if (state !== undefined) return state || undefined
  }
  return undefined
}

/** First digits of PIN codes, also as a range; '' where the district lies in two states. The longest counts. */
const prefixes: readonly [digits: string, code: string][] = [
  ['110', '07'],
  ['121-136', '06'],
  ['140-159', '03'],
  ['160', '04'],
  ['160055', '03'],
  ['160059', '03'],
  ['160062', '03'],
  ['160071', '03'],
  ['171-177', '02'],
  ['180-193', '01'],
  ['194', '38'],
  ['201-247', '09'],
  ['2447', '05'],
  ['2461-2465', '05'],
  ['2476', '05'],
  ['248-249', '05'],
  ['250-262', '09'],
  ['2623-2625', '05'],
  ['263', '05'],
  ['271-285', '09'],
  ['301-345', '08'],
  ['360-396', '24'],
  ['362520', '26'],
  ['362540', '26'],
  ['362570', '26'],
  ['396193', '26'],
  ['396210', '26'],
  ['396215', '26'],
  ['396220', '26'],
  ['396230', '26'],
  ['396235', '26'],
  ['396240', '26'],
  ['400-445', '27'],
  ['403', '30'],
  ['450-488', '23'],
  ['490-497', '22'],
  ['500-509', '36'],
  ['515-535', '37'],
  ['533464', '34'],
  ['560-591', '29'],
  ['600-643', '33'],
  ['6050', '34'],
  ['6051', ''],
  ['6096', '34'],
  ['670-695', '32'],
  ['673310', '34'],
  ['682551-682559', '31'],
  ['700-743', '19'],
  ['737', '11'],
  ['744', '35'],
  ['751-770', '21'],
  ['781-788', '18'],
  ['790-792', '12'],
  ['793-794', '17'],
  ['795', '14'],
  ['796', '15'],
  ['797-798', '13'],
  ['799', '16'],
  ['800-813', '10'],
  ['814-816', '20'],
  ['821', '10'],
  ['822', '20'],
  ['823-824', '10'],
  ['825-835', '20'],
  ['841-855', '10'],
]

const byPrefix = new Map(
  prefixes.flatMap(([digits, code]) => {
    const [from = '', to = from] = digits.split('-')
    return Array.from(
      { length: Number(to) - Number(from) + 1 },
      (_, index) => [String(Number(from) + index), code] as const,
    )
  }),
)

/** The PIN code of an address, six digits; '' when it has none. The last one counts. */
function pinCodeOf(address: string): string {
  const digits = address.normalize('NFKC').replace(/[०-९]/g, asciiDigit)
  const found = digits.match(/(?<!\d)[1-9]\d{2}\s?\d{3}(?!\d)/g)
  return found?.at(-1)?.replace(/\s/g, '') ?? ''
}

const asciiDigit = (digit: string): string => String((digit.codePointAt(0) ?? 0) - 0x0966)
