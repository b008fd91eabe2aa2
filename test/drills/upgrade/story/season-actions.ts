/** The actions of which the season is made. */
import { bank } from './bank.ts'
import type { CallRecorder } from './call-recorder.ts'
import { castEmail } from './cast.ts'
import { livelyMembers } from './crowd.ts'
import { diary } from './events.ts'
import { money as moneyOf } from './money.ts'
import { notices as noticesOf } from './notices.ts'
import { sheets as sheetsOf } from './sheets.ts'

interface Listed {
  id: string
  email: string
  role: string
  is_active: boolean
  company_name: string
  membership_number: string
  receipt_number: string | null
}

export type Season = ReturnType<typeof seasonActions>

/** The actions on a portal whose register has been imported. */
export function seasonActions(recorder: CallRecorder, members: number) {
  const { admin, ids, look } = recorder
  const money = moneyOf(recorder)

  const settings = (about: string, values: object) =>
    admin(about, 'PUT /api/admin/settings', values)
  const rate = (year: string, role: string, values: object) =>
    admin(`rate ${year} ${role}`, 'PUT /api/admin/dues/rates', {
      year,
      role,
      joining_fee: role === 'oem' ? '2500' : '1000',
      proration: role === 'oem' ? 'none' : 'quarter',
      due_on: `${year.slice(0, 4)}-06-30`,
      grace_days: 30,
      ...values,
    })
  const join = (name: string, role: string, more = {}) =>
    admin(`${name} joins`, 'POST /api/admin/members', {
      name: `Joiner ${name}`,
      email: castEmail(name),
      role,
      company_name: `${name} New & Co`,
      whatsapp_number: '+91 95000 00000',
      ...more,
    })
  const listed = async (query: string) => (await look(`/api/admin/members?${query}`)) as Listed[]
  /** The members among these whose payment a sheet may correct. */
  const withoutReceipt = async (emails: readonly string[]) => {
    const numbers = new Map((await listed('')).map((one) => [one.email, one.receipt_number]))
    return emails.filter((email) => !numbers.get(email)?.startsWith('FP/'))
  }
  const payers = async (count: number, skip: number) =>
    (await listed('role=member&active=true&sort=membership_number')).slice(skip, skip + count)
  const lively = livelyMembers(members, ids)
  /** The lively members from one percentage to another. */
  const part = (from: number, to: number) =>
    lively.slice((lively.length * from) / 100, (lively.length * to) / 100)
  const days = diary()
  return {
    recorder,
    admin,
    money,
    sheets: sheetsOf(recorder),
    statements: bank(recorder),
    notices: noticesOf(recorder, money),
    days,
    on: days.on,
    settings,
    rate,
    join,
    listed,
    withoutReceipt,
    payers,
    lively,
    part,
  }
}
