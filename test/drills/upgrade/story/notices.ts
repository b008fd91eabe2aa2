/** Dues notices, and payments that members report. */
import { isRecord } from '#shared/records.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import type { CallRecorder } from './call-recorder.ts'
import type { Money } from './money.ts'

interface Report {
  id: string
  reference: string
  amount_paise: number
}

export function notices({ admin, as, look, visitor }: CallRecorder, { idOf }: Money) {
  const allSent = async (): Promise<boolean> => {
    const sendings = (await look('/api/admin/dues/sendings?limit=200')) as { waiting: number }[]
    return sendings.every(({ waiting }) => waiting === 0)
  }
  /** Mails to these members, those who were mailed before only with `include_recent`. */
  const send = async (members: readonly string[], include_recent = false) => {
    const request = { selection: { ids: members.map(idOf) }, include_recent }
    const preview = await admin(
      'preview of notices',
      'POST /api/admin/dues/notices/preview',
      request,
    )
    const count = isRecord(preview.body) ? preview.body.count : 0
    await admin('notices', 'POST /api/admin/dues/notices', { ...request, count })
    if (!(await waitUntil(allSent, 120_000))) throw new Error('The notices are not sent')
  }
  const byHand = async (members: readonly string[]) => {
    const selection = { ids: members.map(idOf) }
    await admin('messages for WhatsApp', 'POST /api/admin/dues/notices/links', { selection })
    await admin('notices on paper', 'POST /api/admin/dues/notices/print', { selection })
    const [person_id] = selection.ids
    await admin('WhatsApp sent', 'POST /api/admin/dues/notices/whatsapp', { person_id })
  }
  /** The member reports a payment with the token of their notice. */
  const report = async (email: string, reference: string, rupees: string, paid_on: string) => {
    const own = await as({ email, type: 'member' }, `${email}: own notice`, 'GET /api/dues/mine')
    const token = isRecord(own.body) ? String(own.body.token) : ''
    await visitor(`${email}: notice by its link`, 'POST /api/dues/notice', { token })
    await visitor(`${email}: notice as a file`, 'POST /api/dues/notice/pdf', { token })
    const form = new FormData()
    for (const [name, value] of Object.entries({ token, reference, amount: rupees, paid_on }))
      form.set(name, value)
    await visitor(`${email}: reports ${rupees}`, 'POST /api/dues/notice/report', form)
  }
  /** One in three open reports is confirmed, one is rejected, and one is left open. */
  const decide = async (paid_on: string) => {
    const reports = (await look('/api/admin/dues/reports')) as Report[]
    for (const [index, { id, reference, amount_paise }] of reports.entries()) {
      const path = `POST /api/admin/dues/reports/${id}`
      if (index % 3 === 0)
        await admin(`report ${index}: confirmed`, `${path}/confirm`, {
          amount: (amount_paise / 100).toFixed(2),
          mode: 'Bank',
          reference,
          paid_on,
        })
      if (index % 3 === 1)
        await admin(`report ${index}: rejected`, `${path}/reject`, {
          reason: 'Not on the statement',
        })
    }
  }
  return { send, byHand, report, decide }
}
