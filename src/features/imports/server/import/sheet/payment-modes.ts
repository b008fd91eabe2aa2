/** The words that offices write for the four payment modes (contract 15.1). */

import type { PaymentMode } from '#features/ledger/payment-modes.ts'
import { normaliseHeading } from '#features/members/columns/spreadsheet-columns.ts'

const spellings: Record<PaymentMode, string> = {
  Bank: 'bank, bank transfer, bank tfr, bank trf, bank tr, b/t, transfer, tfr, neft, rtgs, imps, nach, ecs, online, online transfer, net banking, netbanking, internet banking, direct deposit, bank deposit, deposited in bank, wire, neft/rtgs, neft/rtgs/imps, बैंक, बैंक ट्रांसफर, ऑनलाइन',
  Cash: 'cash, by cash, cash in hand, नकद, नगद',
  Cheque: 'cheque, cheq, check, chq, chque, ch, cq, by cheque, by chq, चेक',
  GPay: 'gpay, g pay, google pay, gpay/upi, upi, by upi, upi/gpay, यूपीआई, गूगल पे',
}

/** Ways to pay that are recorded under the nearest mode. */
const approximate: Partial<Record<PaymentMode, string>> = {
  Cheque: 'dd, demand draft, draft, d/d, pay order, po, banker cheque, bankers cheque, डीडी',
  GPay: 'phonepe, phone pe, ph pe, paytm, pay tm, bhim, bhim upi, amazon pay, cred, qr, qr code, upi qr, whatsapp pay, फोनपे, पेटीएम',
}

interface ReadMode {
  mode: PaymentMode
  /** The file names another way to pay than the mode: PhonePe is recorded as GPay. */
  isApproximate: boolean
}

const modeByWord = new Map<string, ReadMode>()
for (const [lists, isApproximate] of [
  [spellings, false],
  [approximate, true],
] as const)
  for (const [mode, list] of Object.entries(lists) as [PaymentMode, string][])
    for (const word of list.split(', '))
      modeByWord.set(normaliseHeading(word), { mode, isApproximate })

/** The mode that a cell names, without regard to case and punctuation; undefined for none. */
export const readMode = (text: string): ReadMode | undefined =>
  modeByWord.get(normaliseHeading(text))

/** A cheque with its number in one cell: 'Chq 001210', 'Ch. No. 1210'. */
export function readChequeMode(text: string): { mode: PaymentMode; number: string } | undefined {
  const [, words = '', number = ''] = /^(\D+?)[\s.:#-]*(?:no[\s.:#-]*)?(\d{4,})$/iu.exec(text) ?? []
  const mode = readMode(words)?.mode
  return mode === 'Cheque' ? { mode, number } : undefined
}
