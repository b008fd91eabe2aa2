/**
 * The essential texts of every paper about money, in both languages. With PAPERS=FOLDER each is written
 * there as PDF and as picture, to be looked at.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { allPapers } from '#test/support/money/papers.ts'
import { pdfLines, pdfPicture } from '#test/support/pdf.ts'

const fee = 'Membership fee 2024-25 for 01/04/2024 to 31/03/2025'
const fees = [`${fee} (SAC 999599) ₹5,000`, 'Taxable value ₹6,000']
const cancelled = 'Cancelled on 05/01/2025 by No. R2024-25/C0001'

const english: Record<string, string[]> = {
  'joining fee': ['Receipt No. R2024-25/0001', 'Joining fee ₹2,500', `${fee} ₹5,000`],
  arrears: ['Arrears of membership fee 2023-24 for 01/04/2023 to 31/03/2024 ₹5,000'],
  part: ['Membership fee 2024-25 (part payment) ₹2,000', 'Still owed on 05/01/2025: ₹3,000'],
  advance: [`${fee} ₹5,000`, 'Advance for later dues ₹1,000', 'Total ₹6,000'],
  'two years': ['Arrears of membership fee 2023-24 for 01/04/2023 to 31/03/2024 ₹5,000'],
  'cancelled receipt': [cancelled, 'Received from'],
  cancellation: ['Cancels receipt No. R2024-25/0002 dated 05/01/2025. Nothing is due on it.', 'To'],
  notice: ['Membership dues 2023-24 01/04/2023 – 31/03/2024 Was due 30/06/2023 ₹5,000 ₹4,500'],
  statement: [
    'All entries up to 05/01/2025',
    '05/01/2025 Membership fee 2024-25 ₹5,000 ₹10,000 Dr',
    '05/01/2025 Tax deducted at source (TDS)',
    'Certificate TDS/24-25/0917',
    'Receipt R2024-25/0002, No. R2024-25/C0001',
    'Balance to pay on 05/01/2025: ₹9,500',
  ],
  'statement of a year': ['Financial year 2024-25', 'Closing balance ₹9,500 Dr'],
  'tax deducted by the member': [
    `${fee} ₹5,000`,
    'Total ₹5,000',
    'Rupees Five Thousand Only',
    'Tax deducted at source (TDS) ₹500',
    'Received in money ₹4,500',
  ],
  'first of a split': ['N5202501051200', 'Teak & Panels Pvt Ltd'],
  'second of a split': ['N5202501051200', 'Teak & Panels Pvt Ltd II'],
  exempt: [
    'Place of supply: 27 Maharashtra',
    'Bill of Supply No. R2024-25/0009',
    `${fee} (SAC 999599) ₹5,000`,
    'Exempt from GST',
  ],
  'within the state': [
    'Tax Invoice No. R2024-25/0011',
    'GSTIN 27AAPFU0939F1ZV',
    'Place of supply: 27 Maharashtra',
    'CGST 9 % ₹450',
    'SGST 9 % ₹450',
    'Tax payable on reverse charge: No',
  ],
  'inter-state': ['GSTIN 29AAPFU0939F1ZR', 'Place of supply: 29 Karnataka', 'IGST 18 % ₹900'],
  'unregistered in another state': [
    'Plot 7, Peenya, Bengaluru 560058',
    'Place of supply: 29 Karnataka',
    'Taxable value ₹7,118.64',
    'IGST 18 % ₹1,281.36',
  ],
  'advance with tax': [
    'Tax Invoice and Receipt Voucher No. R2024-25/0014',
    ...fees,
    'Advance for later dues (SAC 999599) ₹1,000',
    expect.stringMatching(/^Advance received: ₹1,180, of which tax ₹180\. This document is also/),
  ],
  'only advance with tax': [
    'Tax Invoice and Receipt Voucher No. R2024-25/0015',
    'Advance for later dues (SAC 999599) ₹1,000',
    'CGST 9 % ₹90',
  ],
  proforma: [
    'Proforma invoice (not a tax invoice)',
    'Taxable value (SAC 999599): ₹7,500',
    'Total to pay: ₹8,850',
  ],
  'proforma with a bank fee': ['Total to pay: ₹6,400'],
  'refund note': [
    'Credit Note and Refund Voucher No. R2024-25/C0006',
    'Advance for later dues (SAC 999599) ₹500',
    'Total ₹590',
  ],
  'cancelled invoice': ['Cancelled on 05/01/2025 by No. R2024-25/C0003'],
  'credit note': [
    'Credit Note No. R2024-25/C0003',
    'For tax invoice No. R2024-25/0011 dated 05/01/2025, which is cancelled.',
    'To',
    'CGST 9 % ₹450',
  ],
  'cancelled bill of supply': [
    'Cancellation of a bill of supply No. R2024-25/C0002',
    'Cancels bill of supply No. R2024-25/0010 dated 05/01/2025. Nothing is due on it.',
  ],
  mixed: [
    'Invoice-cum-Bill of Supply and Receipt',
    'Stall at the expo (SAC 998596, GST 18 %) ₹1,000',
    'Book of standards (SAC 999599, Exempt) ₹500',
    'Bank fee (not taxed) ₹500',
    'Taxable value ₹5,508.48',
    'CGST 9 % (SAC 998596) ₹90',
  ],
  'credit note of a mixed paper': ['Book of standards (SAC 999599, Exempt) ₹500'],
  'credit note of an advance': [
    'Credit Note No. R2024-25/C0004',
    'Advance for later dues (SAC 999599) ₹1,000',
  ],
}

const hindiFee = 'सदस्यता शुल्क 2024-25 (01/04/2024 से 31/03/2025 तक)'
const hindi: Record<string, string[]> = {
  'joining fee': ['रसीद क्रमांक R2024-25/0001', 'प्रवेश शुल्क ₹2,500', `${hindiFee} ₹5,000`],
  arrears: ['सदस्यता शुल्क 2023-24 का बकाया (01/04/2023 से 31/03/2024 तक) ₹5,000'],
  part: ['सदस्यता शुल्क 2024-25 (आंशिक भुगतान) ₹2,000', 'दिनांक 05/01/2025 को शेष देय राशि: ₹3,000'],
  advance: ['आगामी शुल्क के लिए अग्रिम ₹1,000'],
  cancellation: [
    'दिनांक 05/01/2025 की रसीद क्रमांक R2024-25/0002 निरस्त की गई। इस पर कोई राशि देय नहीं है।',
  ],
  'tax deducted by the member': [
    'कुल ₹5,000',
    'पांच हज़ार रुपये मात्र',
    'स्रोत पर कर कटौती (TDS) ₹500',
    'प्राप्त धनराशि ₹4,500',
  ],
  statement: ['खाता विवरण दिनांक 05/01/2025', 'प्रमाणपत्र TDS/24-25/0917', 'अंतिम शेष ₹9,500 नामे'],
  exempt: ['आपूर्ति बिल (Bill of Supply) क्रमांक R2024-25/0009', 'जीएसटी से मुक्त'],
  'within the state': ['कर चालान (Tax Invoice) क्रमांक R2024-25/0011', 'CGST 9 % ₹450'],
  'inter-state': ['आपूर्ति का स्थान: 29 Karnataka', 'IGST 18 % ₹900'],
  'advance with tax': [expect.stringMatching(/^प्राप्त अग्रिम: ₹1,180, जिसमें कर ₹180।/)],
  proforma: ['प्रोफ़ॉर्मा चालान (Proforma Invoice), यह कर चालान नहीं है'],
  'credit note': ['जमा पत्र (Credit Note) क्रमांक R2024-25/C0003', 'सेवा में'],
}

/** The space before an amount in a column of its own. */
const spaced = (line: string): string => line.replaceAll(/(?<=\S)(₹|क्रमांक)/g, ' $1')

async function writePapers(folder: string, language: string, papers: ReadonlyMap<string, Buffer>) {
  await mkdir(folder, { recursive: true })
  for (const [name, pdf] of papers) {
    const file = join(folder, `${language} ${name}`.replaceAll(' ', '-'))
    await writeFile(`${file}.pdf`, pdf)
    await writeFile(`${file}.png`, await pdfPicture(pdf, 80))
  }
}

test.each<[DocumentLanguage, typeof english]>([
  ['en', english],
  ['hi', hindi],
])('the papers in %s say what a chartered accountant looks for', async (language, expected) => {
  const papers = await allPapers(language)
  const { PAPERS: folder } = process.env
  if (folder) await writePapers(folder, language, papers)
  expect([...papers.keys()].sort()).toEqual(Object.keys(english).sort())
  for (const [name, texts] of Object.entries(expected)) {
    const lines = pdfLines(papers.get(name) ?? Buffer.alloc(0)).map(spaced)
    expect([name, ...lines]).toEqual(expect.arrayContaining([name, ...texts]))
  }
  // One style of dates on every paper.
  for (const [name, pdf] of papers) {
    const text = pdfLines(pdf).join('\n')
    expect([name, ...text.matchAll(/\d{4}-\d\d-\d\d|\d \p{L}+ \d{4}(?!-)/gu)]).toEqual([name])
  }
})
