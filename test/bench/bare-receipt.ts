/** The receipt drawn by the bare library: the same texts at fixed places. */
import { buffer } from 'node:stream/consumers'
import type { ReceiptPage } from '#features/ledger/server/receipts/receipt-document.ts'
import { openBarePdf } from './document-measurements.ts'

export function bareReceipt({ content }: ReceiptPage): Promise<Buffer> {
  const { association, member } = content
  const pdf = openBarePdf({ size: 'A4', margin: 57, compress: false })
  pdf.font('bold').fontSize(18).text(association.name)
  pdf.font('regular').fontSize(9).text(association.address).text(association.email)
  pdf.text(`PAN ${association.pan} GSTIN ${association.gstin}`)
  pdf.font('bold').fontSize(16).text('Receipt').fontSize(11).text(`No. ${content.number}`)
  pdf.font('regular').fontSize(9).text(`Date ${content.issued_on}`).text('Received from')
  pdf.font('bold').fontSize(12).text(member.company_name)
  pdf.font('regular').fontSize(9.5).text(member.name).text(member.address)
  pdf.text(`Membership No. ${member.membership_number}`).text(`GSTIN ${member.gstin}`)
  for (const row of ['Description', 'Membership fee for 01/04/2026 to 31/03/2027', 'Total'])
    pdf.text(row).text('₹5,900', { align: 'right' }).rect(57, pdf.y, 480, 0.5).stroke()
  pdf.text('Amount in words').font('bold').text('Rupees Five Thousand Nine Hundred Only')
  pdf.font('regular').text('Paid on').text('Paid by').text('Reference').text(content.paid_on)
  pdf.text('Bank transfer').text(content.reference)
  pdf.text('Made by computer and valid without a signature.')
  pdf.end()
  return buffer(pdf)
}
