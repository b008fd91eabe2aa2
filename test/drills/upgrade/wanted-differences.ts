/** The differences from the first base that are wanted, each with its reason. A list of none is the aim of most changes. */
import type { Difference, Spelling } from './differences.ts'
import type { ReasonOf } from './report.ts'

interface WantedDifference {
  reason: string
  /** All that are given must match. */
  call?: RegExp
  place?: RegExp
  is?: (difference: Difference) => boolean
}

/** Fields that answers and bodies have got. */
const newFields = [
  // What a member owes as every screen says it (decision 94), and what a charge, a payment and a receipt are for (91, 98).
  'dues named receipt_numbers label void_reason settles other own_fees own_fee_reason tds certificate_number tax',
  // Lines of a bank: account, returns, several payments of one line (decisions 95 and 96).
  'account returned_on returns returned_payments payments bank_fee email_member note reason parts person_id lines',
  // Bulk payments that are undone, and cheques that are not cleared (decision 97).
  'batch held_cheques',
  // Arrears that an import brings, and receipts that it may correct (decision 100, contract 15.3).
  'arrears receipt_corrections',
  // What money is for, whom a notice leaves out, who is lapsed at once, and whose receipt was emailed (contract 13).
  'charge_id ids notices lapsed emailed is_emailed',
  // Settings: the year of foundation, numbers with a short year, the ledgers of Tally, the code of a merchant (contract 8).
  'founded_in receipt_short_year upi_merchant_code tally_bank tally_cash tally_members tally_dues tally_joining_fee',
  'tally_no_mode tally_other tally_advance tally_tds tally_cgst tally_sgst tally_igst',
  // Whether the mail of a payment is on its way (contract 14).
  'mail_queued',
].flatMap((line) => line.split(' '))

const isNewField = ({ place, before }: Difference): boolean =>
  before === undefined &&
  newFields.includes(
    place
      .split(' › ')
      .at(-1)
      ?.replace(/^\[|\]$/g, '') ?? '',
  )

/** Texts of both answers; undefined unless both are texts. */
const textsOf = ({ before, after }: Difference): [string, string] | undefined =>
  typeof before === 'string' && typeof after === 'string' ? [before, after] : undefined

/** What a portal answers to a call that it does not have; its lists have a total that nobody had. */
const noSuchCall: readonly unknown[] = [
  404,
  'Nothing was found at this address',
  405,
  'This address takes POST only',
  undefined,
]

const wantedDifferences: readonly WantedDifference[] = [
  {
    reason: 'new fields of answers (decisions 91, 94 to 98 and 100)',
    is: isNewField,
  },
  {
    reason:
      'new calls: what was not found is answered, or refused to those who may not (decisions 91, 93, 97, 99 and 101)',
    call: /GET \/api\/(.*\/statement\.pdf|admin\/(books\/closing|bulk\/payments|cheques|payments\/gst-register|payments\/tally\.xml|settings\/payment-changes))(\?|$)/,
    place: /^(status|body|total)$/,
    is: ({ before }) => noSuchCall.includes(before),
  },
  {
    reason:
      'the description of the API has more calls, fields, values and parameters; nothing is gone or newly required of programs',
    call: /GET \/api\/openapi\.json$/,
    is: ({ before, place }) =>
      before === undefined && !/requestBody .*› required › \[[^\]]*\]$/.test(place),
  },
  {
    reason:
      'the description of the API: invisible characters are taken off what is sent (decision 88), one summary says more',
    call: /GET \/api\/openapi\.json$/,
    place: /› pattern$|bulk\/payments\/preview › post › summary$/,
  },
  {
    reason:
      'day book and year book go by the day of payment; they say what money was for and when it was recorded; history of imports stands apart (decision 93)',
    call: /GET \/api\/admin\/payments\/(day|year)-book\?/,
    place: /^body › /,
  },
  {
    reason:
      'the board book counts who lapsed by the rule of dues, on the day of lapsing (decision 100)',
    call: /GET \/api\/admin\/board-book(\?.*)?$/,
    place: /› lapsed$/,
  },
  {
    reason: 'the board book counts who lapsed by the rule of dues: workbook',
    call: /GET \/api\/admin\/board-book\/workbook/,
    place: /› Members who lapsed, by (month|state) › |› By type › \[\w+\] › Lapsed$/,
  },
  {
    reason: 'the board book counts who lapsed by the rule of dues: its PDF file',
    call: /GET \/api\/admin\/board-book\/document/,
  },
  {
    reason: 'a bank line says what speaks against its proposal (decision 89)',
    call: /\/bank-statements\/.*\/lines/,
    place: /› proposal › reason$/,
    is: (difference) => {
      const [before = '', after = ''] = textsOf(difference) ?? []
      return after.startsWith(before)
    },
  },
  {
    reason: 'dues notices name all years that are owed',
    place: /(^| › )(subject|message)$/,
    is: (difference) => {
      const [before = '', after = ''] = textsOf(difference) ?? []
      return withoutYears(after) === withoutYears(before)
    },
  },
  {
    reason:
      'Renewals are sorted by what members owe, dues that are not raised included (decision 94)',
    call: /GET \/api\/admin\/renewals\?.*sort=-?owed/,
    place: /order, row/,
  },
]

/** A subject or message without the years of its dues. */
const withoutYears = (text: string): string =>
  text.replace(/( of)? \d{4}-\d{2}((, | and )\d{4}-\d{2})*/, '')

export const reasonOf: ReasonOf = (difference) =>
  wantedDifferences.find(
    (wanted) =>
      (wanted.call?.test(difference.call) ?? true) &&
      (wanted.place?.test(difference.place) ?? true) &&
      (wanted.is?.(difference) ?? true),
  )?.reason

const months =
  'January February March April May June July August September October November December'.split(' ')

/** Answers whose days and numbers of the sample association are written as they are now. */
export const spelledAnew: Spelling = (text) =>
  text
    // Days in mails and messages: '30 June 2026' instead of 'Jun 30, 2026'.
    .replace(
      /\b([A-Z][a-z]{2}) (\d{1,2}), (\d{4})\b/g,
      (all, short: string, day: string, year: string) => {
        const month = months.find((name) => name.startsWith(short))
        return month === undefined ? all : `${day} ${month} ${year}`
      },
    )
    // The mobile numbers of the sample association begin with a digit that mobile numbers have.
    .replace(/(\+91 ?|\b91|\b)5\d(\d{3} ?\d{5})\b/g, '$164$2')
