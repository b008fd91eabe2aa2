/** Receipts and certificates as PDF: time relative to the bare library, memory, and other requests meanwhile. */

import { splitTax } from '#features/ledger/receipts/tax.ts'
import { type ReceiptPage, render } from '#features/ledger/server/receipts/receipt-document.ts'
import { concurrently, type DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, median } from '#test/drills/support/findings.ts'
import { portalSettings } from '#test/drills/support/portal-settings.ts'
import { adminAndOem } from '#test/drills/support/sign-in.ts'
import { bareReceipt } from './bare-receipt.ts'
import { certificates } from './certificates.ts'
import { besideRequests, ratioFinding, timesInTurns } from './document-measurements.ts'

const perRound = 50

export async function documents(env: DrillEnvironment, count: number): Promise<Finding[]> {
  return [
    ...(await againstTheLibrary(count)),
    ...(await throughThePortal(env, count)),
    ...(await certificates(env, count)),
  ]
}

async function againstTheLibrary(count: number): Promise<Finding[]> {
  await render(pageOf(0))
  await bareReceipt(pageOf(0))
  let bytes = 0
  const times = await timesInTurns(count / perRound, {
    ours: async (round) => {
      for (const page of pagesOf(round)) bytes += (await render(page)).length
    },
    bare: async (round) => {
      for (const page of pagesOf(round)) await bareReceipt(page)
    },
  })
  const each = (list: number[]) => (median(list) / perRound).toFixed(1)
  return [
    info(`a receipt, median of ${count}`, `${each(times.ours)} ms`),
    info('the same with the bare library', `${each(times.bare)} ms`),
    info('bytes of a receipt', `${(bytes / count / 1024).toFixed(0)} KB`),
    ratioFinding(times),
  ]
}

/** Downloads by administrators, four at once, beside the requests of a member. */
async function throughThePortal(env: DrillEnvironment, count: number): Promise<Finding[]> {
  const mail = await env.mailServer()
  const portal = await env.portal(await portalSettings(env, mail, 'SQLite'))
  const { admin, oem } = await adminAndOem(env, portal, mail)
  const { id } = (await oem.call('GET', '/api/user')) as { id: string }
  const body = {
    payment_status: true,
    membership_valid_from: '2026-04-01',
    membership_valid_to: '2027-03-31',
    paymentAmount: '5900',
    paymentMode: 'Bank',
    paymentRef: 'UTR 1',
  }
  await admin.call('PUT', `/api/admin/members/${id}/payment`, body)
  // Untyped at the wire: an entry has an id.
  const [entry] = (await admin.call('GET', `/api/admin/members/${id}/payments`)) as { id: string }[]
  const path = `/api/admin/payments/${entry?.id}/receipt.pdf`
  const print = async () => {
    const { status } = await admin.request('GET', path)
    if (status !== 200) throw new Error(`receipt: ${status}`)
  }
  await concurrently(50, 4, print)
  return besideRequests(
    portal,
    oem,
    () => concurrently(count, 4, print),
    (seconds) => info(`${count} downloads of a receipt, four at once`, `${seconds.toFixed(1)} s`),
  )
}

const pagesOf = (round: number): ReceiptPage[] =>
  Array.from({ length: perRound }, (_, index) => pageOf(1 + round * perRound + index))

/** A receipt whose texts are others each time. */
const pageOf = (index: number): ReceiptPage => ({
  cancelled: undefined,
  content: {
    layout: 1,
    language: 'en',
    number: `FPMA/2026-27/${String(index).padStart(4, '0')}`,
    issued_on: '2026-11-22',
    cancels: null,
    association: {
      name: 'Furniture & Panel Manufacturers Association',
      website: 'https://www.fpma.example',
      address: 'Office 12, Timber Market\nPune 411042',
      email: 'office@fpma.example',
      pan: 'AAATF0000K',
      gstin: '27AAATF0000K1Z9',
    },
    member: {
      name: `Asha Patil${index}`,
      company_name: `Teak${index} & Co Furniture Private Limited`,
      membership_number: `OEM2024${index}`,
      address: `Plot ${index}, MIDC Phase II\nChakan, Pune 410501`,
      gstin: '27AAPFU0939F1ZV',
    },
    amount_paise: 590_000,
    mode: 'Bank',
    reference: `UTR SBIN52632600${index}`,
    paid_on: '2026-11-20',
    valid_from: '2026-04-01',
    valid_to: '2027-03-31',
    tax: {
      kind: 'receipt',
      rate: 0,
      sac: '',
      legend: '',
      place_of_supply: '',
      ...splitTax(590_000, 0, false),
    },
  },
})
