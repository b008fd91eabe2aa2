/** Receipts and certificates as PDF: time relative to the bare library, memory, and other requests meanwhile. */
import { readFileSync } from 'node:fs'
import { type ReceiptPage, renderReceipt } from '#features/receipts/server/receipt-document.ts'
import { splitTax } from '#features/receipts/tax.ts'
import { concurrently, type DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured, median, quantile } from '#test/drills/support/findings.ts'
import { portalSettings } from '#test/drills/support/portal-settings.ts'
import { adminAndOem } from '#test/drills/support/sign-in.ts'
import { bareReceipt } from './bare-receipt.ts'
import { certificates } from './certificates.ts'

const maxRatio = 1.5
const maxGrowthMb = 128
const maxWaitMs = 300

export async function documents(env: DrillEnvironment, count: number): Promise<Finding[]> {
  return [
    ...(await againstTheLibrary(count)),
    ...(await throughThePortal(env, count)),
    ...(await certificates(env, count)),
  ]
}

/** Both in turns of 50, so that a busy machine slows both. */
async function againstTheLibrary(count: number): Promise<Finding[]> {
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  await renderReceipt(pageOf(0))
  await bareReceipt(pageOf(0))
  let bytes = 0
  for (let first = 1; first <= count; first += 50) {
    let startedAt = performance.now()
    for (let index = first; index < first + 50; index++) {
      bytes += (await renderReceipt(pageOf(index))).length
    }
    times.ours.push((performance.now() - startedAt) / 50)
    startedAt = performance.now()
    for (let index = first; index < first + 50; index++) await bareReceipt(pageOf(index))
    times.bare.push((performance.now() - startedAt) / 50)
  }
  const ratio = median(times.ours) / median(times.bare)
  return [
    info(`a receipt, median of ${count}`, `${median(times.ours).toFixed(1)} ms`),
    info('the same with the bare library', `${median(times.bare).toFixed(1)} ms`),
    info('bytes of a receipt', `${(bytes / count / 1024).toFixed(0)} KB`),
    measured('ratio', ratio.toFixed(2), `<= ${maxRatio}`, ratio <= maxRatio),
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
  const before = memoryOf(portal.pid)
  let isDone = false
  const waits: number[] = []
  const visit = async () => {
    while (!isDone) {
      const startedAt = performance.now()
      await oem.request('GET', '/api/user')
      waits.push(performance.now() - startedAt)
    }
  }
  const visits = visit()
  const startedAt = performance.now()
  await concurrently(count, 4, print)
  const seconds = (performance.now() - startedAt) / 1000
  isDone = true
  await visits
  const growth = memoryOf(portal.pid) - before
  const wait = quantile(waits, 0.99)
  return [
    info(`${count} downloads of a receipt, four at once`, `${seconds.toFixed(1)} s`),
    measured(
      'other requests meanwhile, p99',
      `${wait.toFixed(0)} ms`,
      `< ${maxWaitMs} ms`,
      wait < maxWaitMs,
    ),
    measured(
      'memory (RSS) grows by',
      `${growth.toFixed(0)} MB`,
      `< ${maxGrowthMb} MB`,
      growth < maxGrowthMb,
    ),
  ]
}

const memoryOf = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1]) * 1024) / 1e6

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
