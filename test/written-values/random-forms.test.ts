/** Random values in random spellings: the readers find the value again. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneKey } from '#features/members/duplicate-keys.ts'
import { phoneDigits, phoneDigitsInSearch } from '#features/members/phone-digits.ts'
import { cellText } from '#shared/csv.ts'
import { monthNames } from '#shared/dates.ts'
import { amount, email, reference, singleLine } from '#shared/fields.ts'
import { readAmount } from '#shared/values/amount.ts'
import { readDay } from '#shared/values/day.ts'
import { readEmail } from '#shared/values/email.ts'
import { phoneLinks, readPhones } from '#shared/values/phone.ts'
import { isSameReference, paymentKey, readReference } from '#shared/values/reference.ts'

/** The code points of the zeros of scripts of India, of Arabic and Urdu, and of full width. */
const zeros = [
  0x30, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0x660, 0x6f0, 0xff10,
]

/** The text with the digits of a script, with marks that are not seen around it, and with other hyphens and blanks. */
const inSomeHand = (text: string) =>
  fc
    .record({
      zero: fc.constantFrom(...zeros),
      around: fc.constantFrom(
        ['', ''],
        [' ', ' '],
        ['\u200e', ''],
        ['\u202a', '\u202c'],
        ['\u2066', '\u2069'],
        ['\ufeff', '\u200b'],
      ),
      hyphen: fc.constantFrom('-', '‑', '–', '−'),
      blank: fc.constantFrom(' ', '\u00a0', '\u202f'),
    })
    .map(({ zero, around: [before = '', after = ''], hyphen, blank }) =>
      [before, text, after]
        .join('')
        .replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
        .replaceAll('-', hyphen)
        .replaceAll(' ', blank),
    )

const dayParts = fc
  .date({ min: new Date('1951-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** All spellings of a day. */
function daySpellings(day: string): string[] {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = monthNames[Number(month) - 1] ?? ''
  const [short, yy] = [name.slice(0, 3), year.slice(2)]
  const numbers = ['/', '-', '.', ' '].flatMap((mark) => [
    [date, month, year].join(mark),
    [date, month, yy].join(mark),
    [Number(date), Number(month), year].join(mark),
  ])
  const names = [
    `${date}-${short}-${yy}`,
    `${date} ${name} ${year}`,
    `${date}${short.toUpperCase()}${year}`,
  ]
  const american = [`${name} ${Number(date)}, ${year}`, `${short} ${date} ${year}`]
  const others = [
    `${year}${month}${date}`,
    `${year}/${month}/${date}`,
    `Dt. ${date}.${month}.${year}`,
  ]
  return [day, ...numbers, ...names, ...american, ...others]
}

const times = ['', ' 14:05', ' 02:05:33 PM', ', 2:05 pm', ' 14:05:33 IST']

const runs = { numRuns: 1500 }

test('a day in any spelling', () => {
  const typed = dayParts.chain((day) =>
    fc
      .tuple(fc.constantFrom(...daySpellings(day)), fc.constantFrom(...times))
      .chain(([spelling, time]) => inSomeHand(spelling + time))
      .map((text) => ({ day, text })),
  )
  fc.assert(
    fc.property(typed, ({ day, text }) => {
      expect(readDay(text)).toBe(day)
      expect(readDay(cellText(text))).toBe(day)
    }),
    runs,
  )
})

const groupings = [
  (rupees: number) => String(rupees),
  (rupees: number) => rupees.toLocaleString('en-IN'),
  (rupees: number) => rupees.toLocaleString('en-US'),
  (rupees: number) => rupees.toLocaleString('en-IN').replaceAll(',', ' '),
]
const currencies = [
  '$',
  '₹$',
  '₹ $',
  'Rs. $',
  'Rs.$/-',
  '$/-',
  'INR $',
  '$ Rs',
  'रु. $',
  '+$',
  '$ Cr',
  '$(Cr)',
  "'$",
]

test('an amount in any spelling', () => {
  const typed = fc.integer({ min: 1, max: 99_99_99_999 }).chain((paise) =>
    fc
      .tuple(fc.constantFrom(...groupings), fc.constantFrom(...currencies), fc.boolean())
      .chain(([group, currency, isShort]) => {
        const fraction = String(paise % 100).padStart(2, '0')
        const rupees = group(Math.floor(paise / 100))
        const number = isShort && fraction === '00' ? rupees : `${rupees}.${fraction}`
        return inSomeHand(currency.replace('$', () => number))
      })
      .map((text) => ({ paise, text })),
  )
  fc.assert(
    fc.property(typed, ({ paise, text }) => {
      expect(readAmount(text)?.paise).toBe(paise)
      expect(readAmount(cellText(text))?.paise).toBe(paise)
      expect(amount.parse(text)).toBe(paise)
    }),
    runs,
  )
})

const prefixes = [
  '',
  '+91',
  '+91 ',
  '+91-',
  '0',
  '0-',
  '91',
  '91 ',
  '0091 ',
  '(+91) ',
  '+91 (0) ',
  'Mob. ',
  'M: ',
]
const phoneGroups = [[10], [5, 5], [3, 3, 4], [4, 6], [2, 2, 2, 2, 2]]

test('a mobile number in any spelling', () => {
  const national = fc
    .tuple(fc.constantFrom(6, 7, 8, 9), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([first, rest]) => `${first}${String(rest).padStart(9, '0')}`)
    // Ahmedabad and Bengaluru; and what could be a code that is written apart.
    .filter((number) => !/^(?:79|80)/.test(number) && /^\d{2,5}9|^9/.test(number))
  const typed = national.chain((number) =>
    fc
      .tuple(
        fc.constantFrom(...prefixes),
        fc.constantFrom(...phoneGroups),
        fc.constantFrom(' ', '-', '.'),
      )
      .filter(([prefix, groups]) => /^(?:9|$)/.test(number) || groups.length === 1 || prefix === '')
      .chain(([prefix, groups, mark]) => {
        const ends = groups.map((_, index) => groups.slice(0, index + 1).reduce((a, b) => a + b))
        const parts = groups.map((length, index) =>
          number.slice((ends[index] ?? 0) - length, ends[index]),
        )
        return inSomeHand(prefix + parts.join(mark))
      })
      .map((text) => ({ number, text })),
  )
  fc.assert(
    fc.property(typed, ({ number, text }) => {
      for (const stored of [text, cellText(text), singleLine().parse(text)]) {
        expect(readPhones(stored).map(({ dial }) => dial)).toEqual([`+91${number}`])
        expect(phoneLinks(stored).chat).toBe(`https://wa.me/91${number}`)
        expect(phoneKey(stored)).toBe(number)
        expect(phoneDigits(stored)).toBe(number)
        expect([number, undefined]).toContain(phoneDigitsInSearch(stored))
      }
    }),
    runs,
  )
})

const wrappers = [
  '$',
  '<$>',
  'mailto:$',
  'Asha Patil <$>',
  '"Patil, Asha" <$>',
  '$.',
  '$,',
  '($)',
  'Email: $',
  '$ <$>',
  '[mailto:$]',
  "'$'",
  '="$"',
]
const marks = ['', '\u200b', '\ufeff', '\u200e', ' ']

test('an address in any wrapper', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abcdefghij0123456789'),
    minLength: 1,
    maxLength: 12,
  })
  const address = fc
    .tuple(letters, fc.constantFrom('.', '_', '-', '+', "'"), letters, letters)
    .map(([one, mark, two, host]) => `${one}${mark}${two}@${host}.example`)
  const typed = address.chain((plain) =>
    fc
      .tuple(fc.constantFrom(...wrappers), fc.constantFrom(...marks), fc.boolean())
      .map(([wrapper, mark, isUpper]) => {
        const shown = (isUpper ? plain.toUpperCase() : plain).replace("'", isUpper ? '’' : "'")
        return { plain, text: mark + wrapper.replaceAll('$', () => shown) + mark }
      }),
  )
  fc.assert(
    fc.property(typed, ({ plain, text }) => {
      expect(readEmail(text)).toBe(plain)
      expect(readEmail(cellText(text))).toBe(plain)
      expect(email('').parse(text)).toBe(plain)
    }),
    runs,
  )
})

const decorations = [
  '$',
  'UTR$',
  'UTR $',
  'UTR No. $',
  'utr: $',
  'Ref No $',
  'RRN:$',
  'UPI/$/ASHA',
  'IMPS-$-ASHA',
  '0$',
  '000$',
  '$.0',
  "'$",
  '="$"',
  '$ dt 25/11/2026',
  '$ dt 25 Nov 2026',
  'asha@okaxis/$',
]

test('a reference in any decoration', () => {
  const typed = fc.stringMatching(/^[1-9]\d{11}$/).chain((number) =>
    fc
      .tuple(fc.constantFrom(...decorations), fc.constantFrom('', ' ', '-'))
      // Only a workbook adds '.0', to plain digits.
      .filter(([decoration, mark]) => decoration !== '$.0' || mark === '')
      .chain(([decoration, mark]) => {
        const groups = [number.slice(0, 4), number.slice(4, 8), number.slice(8)].join(mark)
        return inSomeHand(decoration.replace('$', () => groups))
      })
      .map((text) => ({ number, text })),
  )
  fc.assert(
    fc.property(typed, ({ number, text }) => {
      for (const stored of [text, cellText(text), readReference(text), reference().parse(text)]) {
        expect(paymentKey('Bank', stored)).toBe(number)
        expect(isSameReference(stored, number)).toBe(true)
      }
    }),
    runs,
  )
})
