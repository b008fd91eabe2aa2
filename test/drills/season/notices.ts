/** The notices that members received, and the QR codes on them. */
import type { MailServer } from '#test/setup/mail-server.ts'
import { noticeSettings, noticeTokenIn } from '#test/support/money/notices.ts'
import { pdfPages, pdfQrCode } from '#test/support/pdf.ts'
import { year } from '../dues/season.ts'

export const association = { ...noticeSettings, upi_payee_name: 'Panel Makers Association' }

export interface ReceivedNotice {
  email: string
  reference: string
  token: string
}

/** The notices in the mailboxes, one for each message. */
export const receivedNotices = ({ mails }: MailServer): ReceivedNotice[] =>
  mails.flatMap(({ text, to }) => {
    const [reference] = text?.match(/\bDN\w{8,}\b/) ?? []
    const token = noticeTokenIn(text)
    return reference && token ? [{ email: to?.[0]?.address ?? '', reference, token }] : []
  })

/** How many pages of the PDF have a QR code whose every field is that of the notice whose reference the page names. */
export function countRightCodes(
  pdf: Buffer,
  references: readonly string[],
  amount: string,
): number {
  let right = 0
  for (const [index, text] of pdfPages(pdf).entries()) {
    const reference = references.find((one) => text.includes(one))
    const link = pdfQrCode(pdf, 110, index + 1)
    const fields = Object.fromEntries(new URLSearchParams(link?.slice('upi://pay?'.length)))
    const expected = {
      pa: association.upi_id,
      pn: association.upi_payee_name,
      tr: reference,
      tn: `${reference} Dues ${year}`,
      am: amount,
      cu: 'INR',
    }
    const areEqual = Object.entries(expected).every(([name, value]) => fields[name] === value)
    const hasOthers = Object.keys(fields).length !== Object.keys(expected).length
    if (link?.startsWith('upi://pay?') && areEqual && !hasOthers) right += 1
  }
  return right
}
