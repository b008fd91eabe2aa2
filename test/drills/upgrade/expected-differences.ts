/**
 * The differences from the first base that are wanted, each with its reason. A list of none is the aim of most changes.
 */
import type { Difference, Spelling } from './differences.ts'
import type { ReasonOf } from './report.ts'

interface ExpectedDifference {
  reason: string
  /** All that are given must match. */
  call?: RegExp
  path?: RegExp
  is?: (difference: Difference) => boolean
}

/** Fields that answers and bodies have got. */
const newFields = [
  // What a member owes as every screen says it (decision 94), and what a charge,
  // a payment and a receipt are for (91, 98).
  'dues named receipt_numbers label void_reason settles other own_fees own_fee_reason tds certificate_number tax',
  // Lines of a bank: account, returns, several payments of one line (decisions 95 and 96).
  'account returned_on returns returned_payments payments bank_fee email_member note reason parts person_id lines',
  // Bulk payments that are undone, and cheques that are not cleared (decision 97).
  'batch held_cheques',
  // Arrears that an import brings, and receipts that it may correct (decision 100, contract 15.3).
  'arrears receipt_corrections',
  // What money is for, whom a notice leaves out, who is lapsed at once, and whose receipt was emailed (contract 13).
  'charge_id ids notices lapsed emailed is_emailed',
  // Settings: the year of foundation, numbers with a short year, the ledgers of
  // Tally, the code of a merchant (contract 8).
  'founded_in receipt_short_year upi_merchant_code tally_bank tally_cash tally_members tally_dues tally_joining_fee',
  'tally_no_mode tally_waived tally_other tally_advance tally_tds tally_cgst tally_sgst tally_igst',
  // What is owed, named by what it is (contract 13.10).
  'owed_name parts to_collect_paise',
  // Whether the mail of a payment is on its way (contract 14).
  'mail_queued',
  // What stays owed of dues that are not raised (contract 13.7); other charges, and what was
  // paid without being raised (decision 104).
  'not_raised_paise other_raised other_collected other_waived unraised',
  'other_raised_paise other_collected_paise other_waived_paise unraised_paise',
  // The nearest members of a bank line, and the cheque that a line returns, with the bank's fee (contract 13.11).
  'candidates cheque_id bank_fee_paise assumed_state',
  // What waits for an administrator, and the dues of the year before (contract 3.6).
  'types jobsOnBoard toDo before',
  // The days of open dues (decision 108), what a payment paid of dues (decision 114), and how the portal sends mail.
  'dues_open_from dues_open_to dues_paise writes_mails_to_files links_are_local',
  // When a listed payment was recorded.
  'recorded_at',
  // Which sure lines are recorded already, and whether columns of a statement were matched by hand (contract 13.11).
  'recorded columns_matched',
]
  .flatMap((line) => line.split(' '))
  // A sheet and a column of the board book (decision 104).
  .concat('Other charges', 'Paid without being raised (₹)')

const isNewField = ({ path, before }: Difference): boolean =>
  before === undefined &&
  newFields.includes(
    path
      .split(' › ')
      .at(-1)
      ?.replace(/^\[|\]$/g, '') ?? '',
  )

/** Texts of both answers; undefined unless both are texts. */
const textsOf = ({ before, after }: Difference): [string, string] | undefined =>
  typeof before === 'string' && typeof after === 'string' ? [before, after] : undefined

/** The answer of a portal to a call that it does not have; its lists have an impossible total. */
const noSuchCall: readonly unknown[] = [
  404,
  'Nothing was found at this address',
  405,
  'This address takes POST only',
  undefined,
]

const expectedDifferences: readonly ExpectedDifference[] = [
  {
    reason:
      'the payments behind a figure say their kind: deducted tax is among them (decision 114)',
    call: /GET \/api\/admin\/payments(\?|$)/,
    path: /› kind$/,
    is: ({ before }) => before === undefined,
  },
  {
    reason:
      "'Dues received' has neither other charges nor credit, and deducted tax by its day (decision 114)",
    call: /GET \/api\/admin\/figures(\?|$)/,
    path: /› dues › (months|before)( ›|$)/,
  },
  {
    reason: 'new fields of answers (decisions 91, 94 to 98 and 100)',
    is: isNewField,
  },
  {
    reason:
      'new calls: what was not found is answered, or refused to those who may not (decisions 91, 93, 97, 99 and 101)',
    call: /GET \/api\/(.*\/statement\.pdf|admin\/(books\/closing|bulk\/payments|cheques|payments\/gst-register|payments\/tally\.xml|settings\/payment-changes|stats\/month))(\?|$)/,
    path: /^(status|body|total)$/,
    is: ({ before }) => noSuchCall.includes(before),
  },
  {
    reason:
      'new calls, which stored answers of the old portal do not have: the fees of joining and the statement lines of reports (contract 13.8 and 13.11)',
    call: /GET \/api\/admin\/dues\/(fees|reports\/statement-lines)$/,
    path: /^(|status|body)$/,
    is: ({ before }) => noSuchCall.includes(before),
  },
  {
    reason: 'a new call: what is new for members, above the directory (contract 3.6)',
    call: /GET \/api\/news$/,
    path: /^(status|body)$/,
    is: ({ before }) => noSuchCall.includes(before),
  },
  {
    reason: 'mobile numbers of India are printed in two groups',
    call: /GET \/api\/admin\/directory\/document\?/,
    path: /› (sha256|\[Mobile: \+91 \d{5} ?\d{5}( \(\d+\))?\])$/,
  },
  {
    reason:
      'the preview of raising lists members by company, as the register does: of many, its first hundred are others',
    call: /POST \/api\/admin\/dues\/runs\/preview /,
    path: /› members › (order, row )?\[[^\]]*\]$/,
    is: ({ path, before, after }) =>
      path.includes('order, row') || before === undefined || after === undefined,
  },
  {
    reason:
      'the board book says of members who have paid that it was until the day or later (contract 13.9)',
    call: /GET \/api\/admin\/board-book\/workbook\?/,
    path: /› Paid (on|until) \d\d\/\d\d\/\d{4}( or later)?$/,
    is: ({ before, after }) => before === undefined || after === undefined,
  },
  {
    reason: 'mails and papers of notices are named by what is owed (contract 13.10)',
    call: /^mail to \S+: (Your membership dues|Please pay) /,
    path: /^$/,
  },
  {
    reason: 'mails and papers of notices are named by what is owed (contract 13.10)',
    call: /POST \/api\/(admin\/dues\/notices\/print|dues\/notice\/pdf) /,
    path: /^body › pages › .* › \[(Dues notice \d{4}-\d\d|Notice: Dues [\d, and-]+)\]$/,
  },
  {
    reason:
      'a waiver of several charges is an entry for each; the last one is answered (decision 108)',
    call: /, m2@crowd\.example: [\d.]+ waived, [^:]+: POST \/api\/admin\/members\/…\/waivers /,
    path: /^body › (account › updated_at|entry › (amount_paise|id|valid_from|valid_to))$/,
  },
  {
    reason:
      'the description of the API: a line may be returned, which comes before open in the list of states (contract 13.11)',
    call: /GET \/api\/openapi\.json$/,
    path: /› \/api\/admin\/bank-statements\/lines\/\{id\} › put › .* › oneOf › \[row( \(2\))?\] › (required › \[(person_id|entry_id)\]|properties › state › const)$/,
  },
  {
    reason:
      'the preview of a payment of dues that are not raised (cancelled by the corrections of the story) names the dues when money and credit cover all of them, else what is paid is credit (contract 13.7)',
    call: /\/(ahead|backwards|imported|late-in-parts|vendor-parts)@cast\.example\/dues-payments\/preview /,
    path: /^body › (credit_paise|year|valid_from|valid_to)$/,
    is: ({ path, before, after }) =>
      path === 'body › credit_paise' ||
      [before, after].includes(null) ||
      (before === undefined && after !== undefined),
  },
  {
    reason:
      'dues are raised, and pay, from the first day that is not paid for, not from 1 April (contract 13.8)',
    path: /(^| › )(membership_valid_from|valid_from|Valid from)$/,
    is: (difference) => {
      const [before = '', after = ''] = (textsOf(difference) ?? []).map(isoOf)
      return before.endsWith('-04-01') && before < after && after < nextApril(before)
    },
  },
  {
    reason: 'the token of a preview of raising names the days of its charges (contract 13.8)',
    call: /POST \/api\/admin\/dues\/runs\/preview \{"year":"2026-27"\}/,
    path: /^body › token$/,
  },
  {
    reason:
      'own page, notice and reported payments say what is owed and not raised (decision 94, contract 13.10)',
    call: /(ahead|vendor-parts)@cast\.example: GET \/api\/dues\/mine$/,
    path: /^body › notice › (owed_paise|upi|charges › \[2027-28\])$/,
    is: ({ before }) => before === undefined || before === null || before === 0,
  },
  {
    reason: 'reported payments say what the member owes and is not raised (decision 94)',
    call: /GET \/api\/admin\/dues\/reports\?/,
    path: /^body › \[report UTR62000000002\] › owed_paise$/,
  },
  {
    reason: 'a look at a notice by its member stored what is owed and not raised (decision 94)',
    call: /vendor-parts@cast\.example: GET \/api\/profile\/data$/,
    path: /^body › dues_notices › \[DN\w+…?\] › amount_paise$/,
  },
  {
    reason: 'a receipt is named as what it is, and says what money was for (decisions 91 and 99)',
    call: /\/receipt\.pdf$/,
    path: /^body › pages › /,
    is: ({ before, after }) => isLineOfPaper(before) && isLineOfPaper(after),
  },
  {
    reason:
      'tax invoices and bills of supply name the place of supply, also read from the address; it decides between CGST with SGST and IGST (contract 13.5)',
    call: /\/receipt\.pdf$/,
    path: /^body › pages › .* › \[(Place of supply: \d\d [A-Z][\w ]+|[CS]GST 9 % ₹[\d.,]+|IGST 18 % ₹[\d.,]+)\]$/,
  },
  {
    reason:
      'a payment of dues that are not raised brings them when money and credit cover all of them, else it is credit; it is named by them (contract 13.7)',
    call: /, (earlier-credit@cast|m2@crowd|m5@crowd|m27@crowd)\.example: pays \S+: POST \/api\/admin\/members\/…\/dues-payments /,
    path: /^body › (account › (balance_paise|credit_paise|status)|entry › (id|valid_from|valid_to))$/,
  },
  {
    reason:
      'by quarter, a member who has paid for the first quarter is charged the other three (contract 13.8)',
    call: /2026-05-13, this year(: preview)?: POST /,
    path: /^body › (by_role › \[vendor\] › |members › \[sandeep@[\w.]+\] › (charges › \[row\] › )?)?amount_paise$/,
    is: ({ before, after }) => Number(before) - Number(after) === 100_000,
  },
  {
    reason: 'the mail of a receipt says what money was for (decision 98)',
    call: /^mail to \S+: Receipt … from /,
    path: /^text › /,
    is: ({ before, after }) =>
      before === undefined && typeof after === 'string' && /^($|It is for )/.test(after),
  },
  {
    reason: 'a payment of a bulk payment names it (decision 97)',
    call: /GET \/api\/admin\/members\/\S+\/payments$/,
    path: / 2026-10-05T[^\]]*\] › run_id$/,
    is: ({ before }) => before === null,
  },
  {
    reason:
      'the description of the API has more calls, fields, values and parameters; nothing is gone or newly required of programs',
    call: /GET \/api\/openapi\.json$/,
    is: ({ before, path }) =>
      before === undefined && !/requestBody .*› required › \[[^\]]*\]$/.test(path),
  },
  {
    reason:
      'the description of the API: invisible characters are taken off what is sent (decision 88), two summaries say more',
    call: /GET \/api\/openapi\.json$/,
    path: /› pattern$|(bulk\/payments\/preview › post|stats\/month › get) › summary$/,
  },
  {
    reason:
      'day book and year book go by the day of payment; they say what money was for and when it was recorded; history of imports stands apart (decision 93)',
    call: /GET \/api\/admin\/payments\/(day|year)-book\?/,
    path: /^body › /,
  },
  {
    reason:
      'the board book counts who lapsed by the rule of dues, on the day of lapsing (decision 100)',
    call: /GET \/api\/admin\/board-book(\?.*)?$/,
    path: /› lapsed$/,
  },
  {
    reason: 'the board book counts who lapsed by the rule of dues: workbook',
    call: /GET \/api\/admin\/board-book\/workbook/,
    path: /› Members who lapsed, by (month|state) › |› By type › \[\w+\] › Lapsed$/,
  },
  {
    reason: 'the board book counts who lapsed by the rule of dues: its PDF file',
    call: /GET \/api\/admin\/board-book\/document/,
  },
  {
    reason: 'a bank line says what speaks against its proposal (decision 89)',
    call: /\/bank-statements\/.*\/lines/,
    path: /› proposal › reason$/,
    is: (difference) => {
      const [before = '', after = ''] = textsOf(difference) ?? []
      return after.startsWith(before)
    },
  },
  {
    reason: 'notices name what is owed by what it is (contract 13.10)',
    path: /(^| › )(subject|message|mail › text)$/,
    is: (difference) => {
      const [before = '', after = ''] = textsOf(difference) ?? []
      return amountsOf(after).join() === amountsOf(before).join()
    },
  },
  {
    reason:
      'Renewals are sorted by what members owe, dues that are not raised included (decision 94)',
    call: /GET \/api\/admin\/renewals\?.*sort=-?owed/,
    path: /order, row/,
  },
]

/** A day as yyyy-MM-dd, also one of a spreadsheet. */
const isoOf = (day: string): string => day.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1')

const nextApril = (day: string): string => `${Number(day.slice(0, 4)) + 1}-04-01`

/** What the papers of the first base said and what they say now; nothing where the other one has a line more. */
const isLineOfPaper = (line: unknown): boolean =>
  line === undefined ||
  (typeof line === 'string' &&
    /^(Receipt No\.|Bill of Supply No\.|Tax Invoice |Credit Note No\.|For tax invoice No\.|(Cancellation of a|Cancels) (receipt|bill of supply)|Arrears of membership fee |Membership fee |Joining fee |Advance (for later dues|received)|(No )?(other )?invoice follows |Still owed on |Received from$|To$)/.test(
      line,
    ))

/** The amounts that a subject or a message says. */
const amountsOf = (text: string): string[] => text.match(/₹[\d,]*\d(\.\d+)?/g) ?? []

export const reasonOf: ReasonOf = (difference) =>
  expectedDifferences.find(
    (expected) =>
      (expected.call?.test(difference.call) ?? true) &&
      (expected.path?.test(difference.path) ?? true) &&
      (expected.is?.(difference) ?? true),
  )?.reason

const months =
  'January February March April May June July August September October November December'.split(' ')

/** Answers whose days and numbers of the sample association are written as they are now. */
export const withCurrentSpelling: Spelling = (text) =>
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
