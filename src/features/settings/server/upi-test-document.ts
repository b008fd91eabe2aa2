/** A page with a QR code of one rupee, to try the UPI ID before it is on every notice. */

import { millimetres, openDocument, softInk } from '#platform/server/documents/document.ts'
import { drawQr } from '#platform/server/documents/qr.ts'
import { type Day, noonOf } from '#shared/dates.ts'
import { upiQr } from '#shared/dues/upi.ts'
import { testLink, testReference } from '#shared/dues/upi-test.ts'

export interface UpiTestPage {
  vpa: string
  payeeName: string
  /** Empty for an account that is not a merchant's. */
  merchantCode: string
  associationName: string
  day: Day
}

const margin = millimetres(20)
const qrSize = millimetres(80)

export function render({
  vpa,
  payeeName,
  merchantCode,
  associationName,
  day,
}: UpiTestPage): Promise<Buffer> {
  const document = openDocument({
    title: 'UPI test',
    author: associationName,
    language: 'en',
    date: new Date(noonOf(day)),
  })
  document.addPage('A4')
  const box = { x: margin, width: document.pageWidth() - 2 * margin }
  const centred = { align: 'center' } as const
  let y = millimetres(35)
  y += document.text('Test payment of ₹1', { ...box, y }, { ...centred, size: 22, bold: true })
  y += 6 + document.text(associationName, { ...box, y }, { ...centred, size: 12, colour: softInk })
  y += millimetres(8)
  const x = (document.pageWidth() - qrSize) / 2
  drawQr(document, upiQr(testLink(vpa, payeeName, merchantCode)), { x, y, size: qrSize })
  y += qrSize + millimetres(6)
  const details = [`UPI ID: ${vpa}`, `Payee: ${payeeName}`, `Reference: ${testReference}`]
  for (const line of details) y += document.text(line, { ...box, y }, { ...centred, size: 12 })
  y += millimetres(6)
  document.text(
    "Scan this code with a UPI app of another person and pay ₹1. The payment should reach the association's account. If the app refuses it, ask the bank for a merchant UPI ID.",
    { ...box, y },
    { ...centred, size: 11, colour: softInk },
  )
  return document.toPdf()
}
