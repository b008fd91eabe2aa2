/** Certificates of many members in one PDF: time relative to the bare library, memory, and other requests meanwhile. */
import { buffer } from 'node:stream/consumers'
import { correction, generate } from 'lean-qr'
import type { PrintedCertificate } from '#features/certificates/server/documents/design.ts'
import { type PrintJob, render } from '#features/certificates/server/documents/print.ts'
import { concurrently, type DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, median } from '#test/drills/support/findings.ts'
import { portalSettings } from '#test/drills/support/portal-settings.ts'
import { adminAndOem } from '#test/drills/support/sign-in.ts'
import { memberForm } from '#test/support/samples.ts'
import { besideRequests, openBarePdf, ratioFinding, timesInTurns } from './document-measurements.ts'

const rounds = 5

export async function certificates(env: DrillEnvironment, count: number): Promise<Finding[]> {
  return [...(await againstTheLibrary(count)), ...(await throughThePortal(env, count))]
}

async function againstTheLibrary(count: number): Promise<Finding[]> {
  await render(jobOf(20))
  await barePdf(20)
  let bytes = 0
  const times = await timesInTurns(rounds, {
    ours: async () => {
      bytes = (await render(jobOf(count / rounds))).length
    },
    bare: async () => {
      await barePdf(count / rounds)
    },
  })
  const each = (list: number[]) => (median(list) / (count / rounds)).toFixed(1)
  return [
    info(`a certificate, of ${count} in ${rounds} PDFs`, `${each(times.ours)} ms`),
    info('the same with the bare library', `${each(times.bare)} ms`),
    info('bytes of a certificate', `${(bytes / (count / rounds) / 1024).toFixed(1)} KB`),
    ratioFinding(times),
  ]
}

/** An administrator prints all, beside the requests of a member. */
async function throughThePortal(env: DrillEnvironment, count: number): Promise<Finding[]> {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail, 'SQLite'))
  const { admin, oem } = await adminAndOem(env, portal, mail)
  const ids: string[] = []
  await concurrently(count, 2, async (index) => {
    const form = { ...memberForm('oem', `bench${index}@teak.example`), name: `Member ${index}` }
    const added = (await admin.call('POST', '/api/admin/members', form)) as { id: string }
    ids.push(added.id)
  })
  const mark = {
    payment_status: true,
    membership_valid_from: '2026-04-01',
    membership_valid_to: '2099-03-31',
    paymentAmount: '5900',
    paymentMode: 'Bank',
  }
  const selection = { ids }
  await admin.call('POST', '/api/admin/bulk/payments', { selection, mark })
  await admin.call('POST', '/api/admin/certificates', { selection })
  const print = async () => {
    const body = { selection, document: 'certificate' }
    const answer = await admin.request('POST', '/api/admin/certificates/print', body)
    if (answer.status !== 200) throw new Error(`print: ${answer.status}`)
  }
  await print()
  const printThrice = async () => {
    for (let round = 0; round < 3; round++) await print()
  }
  return besideRequests(portal, oem, printThrice, (seconds) =>
    info(`${count} certificates in one PDF`, `${(seconds / 3).toFixed(1)} s`),
  )
}

const codeOf = (index: number) => `7K2FXQ9M4TCD${String(index).padStart(8, '0')}`

const jobOf = (count: number): PrintJob => ({
  document: 'certificate',
  title: 'Certificate of Membership',
  language: 'en',
  date: '2026-11-22T00:00:00.000Z',
  labels: [],
  certificates: Array.from({ length: count }, (_, index) => certificateOf(index)),
  design: {
    association_name: 'Furniture & Panel Manufacturers Association',
    association_address: 'Office 12, Timber Market\nPune 411042',
    signatory: 'Rajesh Deshmukh',
    signatory_title: 'President',
    colour: '#1f3a5f',
    accent: '#a06a1c',
    publicUrl: 'https://members.fpma.example',
  },
})

/** The texts are others for each member. */
const certificateOf = (index: number): PrintedCertificate => ({
  number: `C2026-27/${String(index).padStart(4, '0')}`,
  code: codeOf(index),
  name: `Asha Patil${index}`,
  company_name: `Teak${index} & Co Furniture Private Limited`,
  membership_number: `OEM2024${index}`,
  issued_on: '2026-11-22',
  valid_until: '2027-03-31',
  language: 'en',
})

/** The same texts, frames and QR codes at fixed places. */
function barePdf(count: number): Promise<Buffer> {
  const { design, certificates: rows } = jobOf(count)
  const pdf = openBarePdf({ autoFirstPage: false, compress: true })
  for (const row of rows) {
    pdf.addPage({ size: 'A4', layout: 'landscape', margin: 40 })
    pdf.lineWidth(3).rect(25, 25, 792, 545).stroke().lineWidth(0.75).rect(33, 33, 776, 529).stroke()
    for (const x of [33, 798]) for (const y of [33, 551]) pdf.rect(x, y, 11, 11).fill('#a06a1c')
    const centred = { width: 700, align: 'center' } as const
    const line = (font: 'regular' | 'bold', size: number, y: number, text: string) =>
      pdf.font(font).fontSize(size).text(text, 70, y, centred)
    line('bold', 17, 80, design.association_name)
    line('regular', 8.5, 104, design.association_address.replace('\n', ', '))
    line('bold', 30, 130, 'Certificate of Membership')
    line('regular', 13, 195, 'This is to certify that')
    line('bold', 24, 220, row.company_name)
    line('regular', 14, 255, `represented by ${row.name}`)
    line('regular', 13, 285, `is a member of ${design.association_name}`)
    line('regular', 10, 320, 'Membership No.')
    line('bold', 16, 335, row.membership_number)
    line('regular', 10, 360, 'Valid until')
    line('bold', 16, 375, '31 March 2027')
    const left = { width: 270 }
    pdf.font('bold').fontSize(8.5).text(`Certificate No. ${row.number}`, 150, 490, left)
    pdf.font('regular').text('Issued on 22 November 2026', left)
    pdf.text('Scan to check that this certificate is valid today', left)
    pdf.text(`members.fpma.example/verify/${row.code}`, left)
    pdf.font('bold').text(design.signatory, 590, 500).font('regular').text(design.signatory_title)
    pdf.text(design.association_name)
    const code = generate(`${design.publicUrl}/verify/${row.code}`, {
      minCorrectionLevel: correction.M,
    })
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++)
        if (code.get(x, y)) pdf.rect(60 + x * 2, 460 + y * 2, 2, 2)
    pdf.fill('#000000')
  }
  pdf.end()
  return buffer(pdf)
}
