/**
 * Forms, imports, searches and statements read what people write as the same value, or refuse it;
 * only lengths and what is required differ.
 */
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { applicationForm } from '#features/applications/contract.ts'
import { readStatement } from '#features/bank-statements/server/statement/read-statement.ts'
import {
  duesPayment,
  duesPaymentPreview,
  duesRateEdit,
  duesWaiver,
} from '#features/dues/contract.ts'
import { paymentReport, reportedPaymentConfirmation } from '#features/dues/notices/contract.ts'
import { validateCell } from '#features/imports/server/import/validate-cell.ts'
import { linkify } from '#features/jobs/web/linkify.ts'
import { paymentMark } from '#features/ledger/contract.ts'
import { memberEdit, newMember } from '#features/members/contract.ts'
import { phoneKey } from '#features/members/duplicate-keys.ts'
import { phoneDigits, phoneDigitsInSearch } from '#features/members/phone-digits.ts'
import { vcard } from '#features/members/vcard.ts'
import { profileEdit } from '#features/profile/contract.ts'
import { memberDataEdit } from '#features/register/member-data/contract.ts'
import { associationSettings, newAdmin } from '#features/settings/contract.ts'
import { linkRequest, verification } from '#features/sign-in/contract.ts'
import { emailProblem } from '#features/sign-in/rules.ts'
import { readConfig } from '#platform/server/config.ts'
import type { TempUpload } from '#platform/server/http/temp-files.ts'
import { cellText, csvRow } from '#shared/csv.ts'
import { isoDay } from '#shared/dates.ts'
import { readAmount } from '#shared/values/amount.ts'
import { phoneLinks } from '#shared/values/phone.ts'
import { paymentKey, utrsOf } from '#shared/values/reference.ts'
import { latinDigits } from '#shared/values/text.ts'
import { paidMark } from '#test/support/money/payments.ts'
import { oemFormValues } from '#test/support/portal/application-values.ts'
import { testPortal } from '#test/support/portal/test-portal.ts'
import { memberForm } from '#test/support/samples.ts'
import { writtenAmounts } from './amounts.ts'
import { writtenDays } from './days.ts'
import { writtenEmails } from './emails.ts'
import { importedMembers } from './imported-members.ts'
import { writtenPhones } from './phones.ts'
import { writtenReferences } from './references.ts'

const today = '2027-01-05'

/** What a form has after it was sent; undefined for a field that is refused. */
const sent = (schema: z.ZodType, form: object, field: string, typed: unknown): unknown => {
  const { success, data } = schema.safeParse({ ...form, [field]: typed })
  return success ? (data as Record<string, unknown>)[field] : undefined
}

/** The lines of a bank statement by the position of their value. */
async function statementLines(column: 'Date' | 'Deposit' | 'Ref No', values: readonly string[]) {
  const usual = {
    Date: '25/11/2026',
    Description: 'NEFT',
    'Ref No': '',
    Deposit: '100',
    Withdrawal: '',
  }
  const rows = [
    Object.keys(usual),
    ...values.map((value) => Object.values({ ...usual, [column]: value })),
  ]
  const bytes = Buffer.from(rows.map(csvRow).join(''))
  const { credits } = await readStatement({
    name: 'a.csv',
    size: bytes.length,
    read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
  } as unknown as TempUpload)
  const byRow = new Map(credits.map((line) => [line.row, line]))
  return values.map((_, index) => byRow.get(index + 2))
}

describe('a day', () => {
  const days = writtenDays.map(([, day]) => (day && day <= today ? day : undefined))
  const typed = writtenDays.map(([text]) => text)

  test('of Paid Date in an import', async () => {
    const members = await importedMembers('Paid Date', typed, { payment_amount: '100' })
    expect(members.map((member) => member?.payment_date && isoDay(member.payment_date))).toEqual(
      days,
    )
  })

  test('of Date of Joining in an import, where a year or a month is its first day', async () => {
    const members = await importedMembers('Date of Joining', typed, {})
    const firstDays: Record<string, string> = {
      '2026': '2026-01-01',
      '2026-27': '2026-04-01',
      'Nov 2026': '2026-11-01',
      '11/2026': '2026-11-01',
    }
    expect(members.map((member) => member?.created_at && isoDay(member.created_at))).toEqual(
      typed.map((text, index) => firstDays[text] ?? days[index]),
    )
  })

  test('of a line of a bank statement', async () => {
    const lines = await statementLines('Date', typed)
    expect(lines.map((line) => line?.date)).toEqual(writtenDays.map(([, day]) => day))
  })
})

describe('an amount', () => {
  const typed = writtenAmounts.map(([text]) => text)
  const positive = writtenAmounts.map(([, paise]) => (paise && paise > 0 ? paise : undefined))
  const report = { token: 'x', reference: '412356789012', paid_on: '2026-11-25' }
  const rate = {
    year: '2026-27',
    role: 'oem',
    joining_fee: '',
    proration: 'none',
    due_on: '2026-04-30',
  }
  const readers: Record<string, (text: string) => unknown> = {
    'Record payment': (text) => sent(duesPaymentPreview, {}, 'amount', text),
    'Mark Paid': (text) => sent(paymentMark, paidMark, 'paymentAmount', text),
    'Member Data': (text) => sent(memberDataEdit, {}, 'payment_amount', text) ?? undefined,
    'the rate of dues': (text) => sent(duesRateEdit, { ...rate, grace_days: 0 }, 'amount', text),
    'a waiver': (text) => sent(duesWaiver, { reason: 'Closed' }, 'amount', text),
    'a report of a payment': (text) => sent(paymentReport, report, 'amount', text),
    'a confirmed report': (text) =>
      sent(reportedPaymentConfirmation, { ...report, mode: 'Bank' }, 'amount', text),
    'the dues of the settings': (text) => {
      const rupees = sent(associationSettings.pick({ dues_oem: true }), {}, 'dues_oem', text)
      return rupees && Math.round(Number(rupees) * 100)
    },
  }

  test.each(Object.entries(readers))('in %s', (_name, read) =>
    expect(typed.map(read)).toEqual(positive),
  )

  test('in an import', async () => {
    const members = await importedMembers('payment_amount', typed)
    const paise = members.map((member) => Number(member?.payment_amount ?? 0) * 100)
    expect(paise.map((amount) => (amount ? Math.round(amount) : undefined))).toEqual(positive)
  })

  test('of a line of a bank statement', async () => {
    const lines = await statementLines('Deposit', typed)
    expect(lines.map((line) => line?.amount_paise)).toEqual(positive)
  })
})

describe('a phone number', () => {
  /** The numbers of a contact card, which has a text without numbers as it is. */
  const calls = (stored: unknown) =>
    vcard({ name: 'Asha', phone: String(stored) })
      .split('\r\n')
      .flatMap((line) => /^TEL;TYPE=(?:CELL|VOICE):(.*)$/.exec(line)?.[1] ?? [])
      .filter((number) => phoneLinks(number).call === `tel:${number}`)
  /** Fields of ten to thirty characters. */
  const fits = ({ typed }: { typed: string }) => typed.length <= 30 && typed.length >= 10
  const readers: Record<string, (text: string) => unknown> = {
    'Add Member': (text) =>
      sent(newMember, memberForm('oem', 'o@ply.example'), 'whatsapp_number', text),
    'Edit Member': (text) => sent(memberEdit, memberForm('oem', ''), 'whatsapp_number', text),
    'the profile': (text) => sent(profileEdit, memberForm('oem', ''), 'whatsapp_number', text),
    'the application': (text) =>
      sent(applicationForm, { type: 'oem', ...oemFormValues }, 'whatsappNumber', text),
    'Member Data': (text) => sent(memberDataEdit, {}, 'whatsapp_number', text),
  }

  test.each(Object.entries(readers))('in %s', (_name, read) => {
    for (const phones of writtenPhones.filter(fits))
      expect([phones.typed, calls(read(phones.typed))]).toEqual([phones.typed, phones.dials])
  })

  test('in an import', async () => {
    const members = await importedMembers(
      'whatsapp_number',
      writtenPhones.map(({ typed }) => typed),
    )
    for (const [index, { typed, dials }] of writtenPhones.entries()) {
      const member = members[index]
      if (!member) continue
      const others = calls(String(member.remarks).replaceAll('\n', ', '))
      expect([typed, [...calls(member.whatsapp_number), ...others]]).toEqual([typed, dials])
    }
    expect(members.filter((member) => !member).length).toBeLessThan(30)
  })

  test('in How to Apply', () => {
    for (const { typed, dials } of writtenPhones) {
      const links = linkify(typed).flatMap(({ href }) => /^tel:(.*)/.exec(href ?? '')?.[1] ?? [])
      const isAddress = /[@/]\w/.test(typed)
      if (!isAddress) expect([typed, [...new Set(links)]]).toEqual([typed, dials])
    }
  })

  test('as a key and in a search', () => {
    for (const { typed, dials } of writtenPhones) {
      const [dial] = dials
      if (dial === undefined) continue
      expect([typed, phoneKey(typed)]).toEqual([typed, dial.replace('+', '').slice(-10)])
      const national = dial.replace(/^\+(?:91)?/, '')
      expect([typed, phoneDigits(typed).split(' ')]).toEqual([
        typed,
        expect.arrayContaining([national]),
      ])
      const searched = phoneDigitsInSearch(typed)
      if (searched !== undefined && dials.length === 1)
        expect([typed, phoneDigits(dial)]).toEqual([typed, expect.stringContaining(searched)])
    }
  })
})

describe('an email address', () => {
  const message = { type: 'member' }
  const readers: Record<string, (text: string) => unknown> = {
    'Add Member': (text) => sent(newMember, memberForm('oem', ''), 'email', text),
    'the application': (text) =>
      sent(applicationForm, { type: 'oem', ...oemFormValues }, 'email', text),
    'Member Data': (text) => sent(memberDataEdit, {}, 'email', text),
    'the login': (text) => sent(linkRequest, message, 'email', text),
    'the code of a login': (text) => sent(verification, { code: '123456' }, 'email', text),
    'a new administrator': (text) => sent(newAdmin, { name: 'Asha' }, 'email', text),
    'the settings': (text) =>
      sent(associationSettings.pick({ office_email: true }), {}, 'office_email', text),
    'an import': (text) => {
      const result = validateCell('email', cellText(text))
      return 'text' in result ? result.text : undefined
    },
  }

  test.each(Object.entries(readers))('in %s', (_name, read) => {
    for (const [typed, address] of writtenEmails)
      expect([typed, read(typed)]).toEqual([typed, address])
  })

  test('is marked on the login screen, and read in ADMIN_EMAIL', () => {
    for (const [typed, address] of writtenEmails) {
      expect([typed, emailProblem(typed) === undefined]).toEqual([typed, address !== undefined])
      if (address === undefined || /[,\n]/.test(typed)) continue
      expect(readConfig({ ADMIN_EMAIL: typed, MAIL_FROM: 'a@b.example' }).adminEmails).toEqual([
        address,
      ])
    }
  })
})

describe('a reference', () => {
  const typed = writtenReferences.map(([text]) => text)
  const keys = writtenReferences.map(([, key]) => key)
  const report = { token: 'x', amount: '1', paid_on: '2026-11-25', mode: 'Bank' }
  const readers: Record<string, (text: string) => unknown> = {
    'Record payment': (text) => sent(duesPayment, { amount: '1' }, 'reference', text),
    'Mark Paid': (text) => sent(paymentMark, paidMark, 'paymentRef', text),
    'Member Data': (text) => sent(memberDataEdit, {}, 'payment_reference', text),
    'a report of a payment': (text) => sent(paymentReport, report, 'reference', text),
    'a confirmed report': (text) => sent(reportedPaymentConfirmation, report, 'reference', text),
  }

  test.each(Object.entries(readers))('in %s', (_name, read) => {
    for (const [index, text] of typed.entries()) {
      const stored = read(text)
      if (stored === undefined) continue
      expect([text, paymentKey('Bank', String(stored))]).toEqual([text, keys[index]])
    }
  })

  test('in an import', async () => {
    const others = { payment_amount: '1', payment_mode: 'Bank' }
    const members = await importedMembers('payment_reference', typed, others)
    for (const [index, member] of members.entries())
      if (member)
        expect([typed[index], paymentKey('Bank', String(member.payment_reference))]).toEqual([
          typed[index],
          keys[index],
        ])
  })

  test('of a line of a bank statement', async () => {
    for (const [index, line] of (await statementLines('Ref No', typed)).entries()) {
      const [text, key] = [typed[index], keys[index]]
      expect([text, paymentKey('Bank', line?.reference ?? '')]).toEqual([text, key])
      // Banks do not write their numbers in groups.
      const isInGroups = /\d[^\dA-Z]+\d{3}/.test(latinDigits(text ?? ''))
      if (key && /(?:\d.*){9}/.test(key) && !isInGroups)
        expect([text, utrsOf(text ?? '')]).toEqual([text, [key]])
    }
  })
})

test('the API answers as forms and imports read', async () => {
  const portal = await testPortal('SQLite')
  const admin = await portal.as('admin')
  const { id } = await (await portal.as('oem')).get('/api/user')
  const preview = (amount: string) =>
    admin.request('POST', `/api/admin/members/${id}/dues-payments/preview`, { amount })
  expect((await preview('₹५,९००/-')).status).toBe(200)
  expect((await preview('590,50')).status).toBe(400)
  const added = await admin.post('/api/admin/members', {
    ...memberForm('oem', 'Ravi Kumar <Ravi@Ply.example>'),
    whatsapp_number: '\u202a+९१ ९८२५० १२३४५\u202c',
  })
  const ravi = await admin.get(`/api/admin/members/${added.id}`)
  expect([ravi.email, phoneKey(ravi.whatsapp_number)]).toEqual(['ravi@ply.example', '9825012345'])
  expect(readAmount('5,900')?.paise).toBe(5900_00)
})
