import type { Field } from './field-rules.ts'
import { paymentFields } from './payment-fields.ts'

/** What a member owed before the portal. An import reads and charges these columns; `person` does not have them. */
export const arrearsFields = {
  arrears: {
    kind: 'money',
    empty: null,
    label: 'Arrears',
    inSentence: 'the arrears',
    readBy: 'admins',
    headings:
      'Arrear, Arrears Amount, Opening Arrears, Brought Forward, बकाया, बकाया राशि, पिछला बकाया',
  },
  arrears_year: {
    kind: 'singleLine',
    empty: null,
    label: 'Arrears year',
    inSentence: 'the year of the arrears',
    readBy: 'admins',
    headings: 'Arrears Since, Arrears From, Arrears of Year, बकाया वर्ष',
  },
} as const satisfies Record<string, Field>

/** The columns of money that spreadsheets have. */
export const moneyColumns = { ...paymentFields, ...arrearsFields }
