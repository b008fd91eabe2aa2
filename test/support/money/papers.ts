/** Every paper about money from ledgers of a portal, as PDF files by their case. */
import type { LedgerEntry } from '#features/ledger/answers.ts'
import { noTax, type TaxTreatment } from '#features/ledger/receipts/tax.ts'
import { newMember } from '#features/members/contract.ts'
import { addMember } from '#features/members/server/record/enrol.ts'
import type { DocumentLanguage } from '#shared/association-details.ts'
import { minutes } from '#shared/durations.ts'
import { memberForm } from '../samples.ts'
import { openNotices } from './notices.ts'
import { paidMark } from './payments.ts'

const association = {
  association_gstin: '27AAATF0000K1Z9',
  association_pan: 'AAATF0000K',
}
const words = {
  en: { name: 'Asha Patil', company_name: 'Teak & Panels Pvt Ltd', exempt: 'Exempt from GST' },
  hi: { name: 'आशा पाटील', company_name: 'सागवान उद्योग', exempt: 'जीएसटी से मुक्त' },
}

const joining = { item: 'joining fee', amount_paise: -2500_00 }
const lastYear = {
  year: '2023-24',
  due_on: '2023-06-30',
  grace_until: '2023-07-30',
  valid_from: '2023-04-01',
  valid_to: '2024-03-31',
}
/** A charge that `charge` turns into tax that the member deducted. */
const deducted = {
  kind: 'tds',
  amount_paise: 500_00,
  reference: 'TDS/24-25/0917',
  item: null,
  year: null,
  due_on: null,
  grace_until: null,
  valid_from: null,
  valid_to: null,
}

/** A portal of its own, and the calls that make papers and save them under the name of their case. */
async function openPaperCases(language: DocumentLanguage) {
  const { portal, admin, charge } = await openNotices('SQLite', 0)
  const papers = new Map<string, Buffer>()
  let count = 0
  const next = () => portal.advanceClock(minutes(1))
  const member = async (changes: object = {}): Promise<string> => {
    count += 1
    const { name, company_name } = words[language]
    const form = {
      ...memberForm('oem', `papers${count}@teak.example`),
      ...{ name, company_name, address: 'Plot 7, MIDC\nBhosari, Pune 411026', ...changes },
    }
    return (await addMember(portal.world, 'nobody', newMember.parse(form))).id
  }
  const chargeNext = async (id: string, changes: object = {}) => {
    next()
    await charge(id, changes)
  }
  const save = async (name: string, method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await admin.request(method, path, body)
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`)
    papers.set(name, Buffer.from(await response.arrayBuffer()))
  }
  const entriesOf = (id: string): Promise<LedgerEntry[]> =>
    admin.get(`/api/admin/members/${id}/payments`)
  const saveReceipt = async (name: string, id: string, kind = 'payment') => {
    const entry = (await entriesOf(id)).find((one) => one.kind === kind)
    await save(name, 'GET', `/api/admin/payments/${entry?.id}/receipt.pdf`)
  }
  const pay = async (id: string, amount: string, changes: object = {}) => {
    next()
    const { updated_at } = await admin.get(`/api/admin/members/${id}`)
    await admin.post(`/api/admin/members/${id}/dues-payments`, {
      ...{ amount, mode: 'Bank', reference: `N3652412${count}0001`, updated_at, ...changes },
    })
  }
  const reverse = async (id: string) => {
    next()
    const { updated_at } = await admin.get(`/api/admin/members/${id}`)
    const entry = (await entriesOf(id)).find(({ kind }) => kind === 'payment')
    await admin.post(`/api/admin/members/${id}/account/${entry?.id}/cancel`, {
      reason: 'bounced',
      updated_at,
    })
  }
  /** A member with these charges and a payment, and its receipt under the name of the case. */
  const paper = async (
    name: string,
    amount: string,
    { charges = [{}], who = {} }: { charges?: object[]; who?: object } = {},
  ): Promise<string> => {
    const id = await member(who)
    for (const one of charges) await chargeNext(id, one)
    await pay(id, amount)
    await saveReceipt(name, id)
    return id
  }
  const tax = (treatment: object) =>
    admin.post('/api/admin/receipts/treatments', { valid_from: '2025-01-05', ...treatment })
  const notice = (name: string, id: string) =>
    save(name, 'POST', '/api/admin/dues/notices/print', { selection: { ids: [id] } })
  return {
    ...{ language, admin, papers, next, member, charge, chargeNext, save, saveReceipt },
    ...{ pay, reverse, paper, tax, notice },
  }
}
type PaperCases = Awaited<ReturnType<typeof openPaperCases>>

/** Receipts and notices of an association without a GSTIN. */
async function papersWithoutTax({
  language,
  admin,
  member,
  charge,
  chargeNext,
  save,
  saveReceipt,
  pay,
  reverse,
  paper,
  notice,
}: PaperCases): Promise<void> {
  await admin.put('/api/admin/settings', { document_language: language })
  await paper('joining fee', '7500', { charges: [joining, {}] })
  const arrears = await paper('arrears', '10000', { charges: [lastYear, {}] })
  await paper('part', '2000')
  await paper('advance', '6000')
  const twoYears = await member()
  await admin.put(`/api/admin/members/${twoYears}/payment`, {
    ...{ ...paidMark, paymentAmount: 10_000, membership_valid_from: '2023-04-01' },
  })
  await saveReceipt('two years', twoYears)
  await chargeNext(arrears, deducted)
  await reverse(arrears)
  await saveReceipt('cancelled receipt', arrears)
  await saveReceipt('cancellation', arrears, 'reversal')
  await notice('notice', arrears)
  await save('statement', 'GET', `/api/admin/members/${arrears}/statement.pdf`)
  await save(
    'statement of a year',
    'GET',
    `/api/admin/members/${arrears}/statement.pdf?year=2024-25`,
  )
  const withTax = await member()
  await chargeNext(withTax)
  await pay(withTax, '4500', { tds: '500' })
  await saveReceipt('tax deducted by the member', withTax)
  const split = await member()
  for (const [name, id] of [
    ['first of a split', split],
    ['second of a split', await member({ company_name: `${words[language].company_name} II` })],
  ] as const) {
    await charge(id)
    await pay(id, '5000', {
      reference: 'N5202501051200',
      another_payment: 'One transfer for two companies',
    })
    await saveReceipt(name, id)
  }
}

/** Bills of supply and tax invoices, each with what ends it. */
async function papersWithTax({
  language,
  admin,
  papers,
  member,
  chargeNext,
  saveReceipt,
  pay,
  reverse,
  paper,
  tax,
  notice,
}: PaperCases): Promise<void> {
  await admin.put('/api/admin/settings', association)
  await tax({ kind: 'exempt', legend: words[language].exempt, sac: '999599' })
  await paper('exempt', '5000')
  const bill = await paper('second bill of supply', '5000')
  await reverse(bill)
  await saveReceipt('cancelled bill of supply', bill, 'reversal')
  papers.delete('second bill of supply')
  await tax({ kind: 'invoice', rate: '18', sac: '999599' })
  const invoice = await paper('within the state', '5900', {
    charges: [{ amount_paise: -5900_00 }],
    who: { gstin: '27AAPFU0939F1ZV' },
  })
  await paper('inter-state', '5900', {
    charges: [{ amount_paise: -5900_00 }],
    who: { gstin: '29AAPFU0939F1ZR', address: 'Peenya\nBengaluru 560058' },
  })
  await paper('unregistered in another state', '8400', {
    charges: [{ ...joining, amount_paise: -2500_00 }, { amount_paise: -5900_00 }],
    who: { address: '', factory_address: 'Plot 7, Peenya\nBengaluru 560058' },
  })
  const advance = await paper('advance with tax', '7080', {
    charges: [{ amount_paise: -5900_00 }],
    who: { gstin: '27AAPFU0939F1ZV' },
  })
  await pay(advance, '1180', { reference: 'N3652412990002' })
  await saveReceipt('only advance with tax', advance)
  const proforma = await member({ gstin: '27AAPFU0939F1ZV' })
  await chargeNext(proforma, { ...joining, amount_paise: -2950_00 })
  await chargeNext(proforma, { amount_paise: -5900_00 })
  await notice('proforma', proforma)
  await reverse(invoice)
  await saveReceipt('cancelled invoice', invoice)
  await saveReceipt('credit note', invoice, 'reversal')
  await reverse(advance)
  await saveReceipt('credit note of an advance', advance, 'reversal')
}

/** Papers with charges of several treatments. */
async function mixedPapers({
  language,
  admin,
  next,
  member,
  chargeNext,
  saveReceipt,
  pay,
  reverse,
  paper,
  notice,
}: PaperCases): Promise<void> {
  const other = (reference: string, rupees: number, treatment: TaxTreatment) => ({
    item: 'other',
    reference,
    amount_paise: -rupees * 100,
    tax_treatment: treatment,
  })
  const legend = words[language].exempt
  const mixed = await paper('mixed', '7500', {
    charges: [
      other('Stall at the expo', 1180, { kind: 'invoice', rate: 1800, sac: '998596', legend: '' }),
      other('Book of standards', 500, { kind: 'exempt', rate: 0, sac: '999599', legend }),
      other('Bank fee', 500, noTax),
      { amount_paise: -4900_00 },
    ],
  })
  await reverse(mixed)
  await saveReceipt('credit note of a mixed paper', mixed, 'reversal')
  const proformaOfMore = await member({ gstin: '27AAPFU0939F1ZV' })
  await chargeNext(proformaOfMore, { amount_paise: -5900_00 })
  await chargeNext(proformaOfMore, other('Bank fee', 500, noTax))
  await notice('proforma with a bank fee', proformaOfMore)
  await pay(proformaOfMore, '7580')
  next()
  await admin.post(`/api/admin/members/${proformaOfMore}/refunds`, {
    amount: '590',
    mode: 'Bank',
    reference: 'UTR90001',
  })
  await saveReceipt('refund note', proformaOfMore, 'refund')
}

/** Plays the cases one after the other. */
export async function allPapers(language: DocumentLanguage): Promise<Map<string, Buffer>> {
  const cases = await openPaperCases(language)
  await papersWithoutTax(cases)
  await papersWithTax(cases)
  await mixedPapers(cases)
  return cases.papers
}
