/** The calls about money, each for one member. */
import { isRecord } from '#shared/records.ts'
import type { CallRecorder, RecordedCall } from './call-recorder.ts'

interface Entry {
  id: string
  kind: string
  reverses_id: string | null
  item: string | null
  paid_at: string
  receipt_number: string | null
}

/** Since then payments of the season get tax invoices. */
export const invoicesSince = '2026-12-01'

export interface Payment {
  rupees: number | string
  mode?: string
  reference?: string
  /** yyyy-MM-dd in India. */
  on?: string
  email_receipt?: boolean
}

const noonOf = (day: string): string => new Date(`${day}T12:00:00+05:30`).toISOString()

export function money({ admin, clock, ids, look }: CallRecorder) {
  const idOf = (member: string): string => ids.get(member) ?? 'unknown'
  const path = (member: string) => `/api/admin/members/${idOf(member)}`

  const activeEntries = async (member: string): Promise<Entry[]> => {
    // None of a member who is deleted.
    const entries = ((await look(`${path(member)}/payments`)) ?? []) as Entry[]
    const reversed = new Set(entries.map(({ reverses_id }) => reverses_id))
    return entries.filter(
      ({ id, kind }) => !reversed.has(id) && kind !== 'reversal' && kind !== 'cancellation',
    )
  }
  /** A charge that may be on the invoice of a payment stays. */
  const cancel = async (member: string, kind: string, which: 'newest' | 'oldest') => {
    const all = await activeEntries(member)
    const entries = all.filter((entry) => entry.kind === kind)
    const entry = which === 'newest' ? entries[0] : entries.at(-1)
    const mayBeInvoiced =
      clock.now() >= new Date(invoicesSince) && all.some((one) => one.receipt_number !== null)
    if (kind === 'charge' && mayBeInvoiced) return undefined
    const about = `${member}: cancel the ${which} ${kind}`
    return admin(about, `POST ${path(member)}/account/${entry?.id ?? 'none'}/cancel`, {})
  }

  /** What the member owes, or a part of it, in rupees; 1 for a member who owes nothing. */
  const owed = async (member: string, share = 1): Promise<string> => {
    const account = await look(`${path(member)}/account`)
    const paise = isRecord(account) ? Number(account.owed_paise) : 0
    return (Math.max(100, Math.round(paise * share)) / 100).toFixed(2)
  }

  return {
    idOf,
    cancel,
    owed,
    pay: (member: string, { rupees, mode = 'GPay', reference = '', on, ...others }: Payment) =>
      admin(`${member}: pays ${rupees}`, `POST ${path(member)}/dues-payments`, {
        amount: String(rupees),
        mode,
        reference,
        ...(on && { paid_at: noonOf(on) }),
        ...others,
      }),
    waive: (member: string, rupees: number | string, reason: string) =>
      admin(`${member}: ${rupees} waived, ${reason}`, `POST ${path(member)}/waivers`, {
        amount: String(rupees),
        reason,
      }),
    markPaid: (
      member: string,
      [from, to]: readonly [string, string],
      { rupees, mode = 'Bank', reference = '', on, ...others }: Payment,
    ) =>
      admin(`${member}: Mark Paid ${rupees}, ${from} to ${to}`, `PUT ${path(member)}/payment`, {
        payment_status: true,
        membership_valid_from: from,
        membership_valid_to: to,
        paymentAmount: String(rupees),
        paymentMode: mode,
        paymentRef: reference,
        ...(on && { payment_date: noonOf(on) }),
        ...others,
      }),
    markUnpaid: (member: string) =>
      admin(`${member}: Mark Unpaid`, `PUT ${path(member)}/payment`, { payment_status: false }),
    edit: (member: string, values: object) =>
      admin(`${member}: Member Data ${Object.keys(values)}`, `PUT ${path(member)}/data`, values),
    /** Previews and raises the dues of these members, or of all. */
    raise: async (about: string, year: string, selection?: object): Promise<RecordedCall> => {
      const request = { year, ...(selection && { selection }) }
      const preview = await admin(`${about}: preview`, 'POST /api/admin/dues/runs/preview', request)
      const token = isRecord(preview.body) ? preview.body.token : ''
      return admin(about, 'POST /api/admin/dues/runs', { ...request, token })
    },
    undoRun: (about: string, run: RecordedCall) =>
      admin(about, `POST /api/admin/dues/runs/${isRecord(run.body) && run.body.id}/undo`, {}),
  }
}

export type Money = ReturnType<typeof money>
