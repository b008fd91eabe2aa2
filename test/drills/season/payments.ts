/** Payments of the season: the bank statement, and many concurrent confirmations. */
import type { BankLine as Line } from '#features/bank-statements/answers.ts'
import { isoDay } from '#shared/dates.ts'
import {
  type BankFile,
  type BankLine,
  bankStatement,
  narrations,
  neftReference,
  upiReference,
} from '#test/files/bank-statements.ts'
import { startOfRun } from '#test/setup/clock.ts'
import type { ApiClient } from '#test/support/process/api-client.ts'
import { sendFile } from '../dues/season.ts'

const path = '/api/admin/bank-statements'

export interface SeasonMember {
  id: string
  email: string
  company_name: string
  membership_number: string
}

/** Pays by the reference of the notice, or by the membership number. */
export const lineOf = (
  { membership_number }: Pick<SeasonMember, 'membership_number'>,
  serial: number,
  rupees: number,
  reference?: string,
): BankLine => ({
  date: isoDay(startOfRun()),
  narration: narrations.HDFC.upi(
    'RAHUL SHARMA',
    upiReference(serial),
    reference === undefined ? `${membership_number} DUES` : reference,
  ),
  reference: upiReference(serial),
  credit: rupees * 100,
})

/** Credits of strangers, interest and cash, many of them with the amount that members owe. */
export const otherLines = (count: number, rupees: number): BankLine[] =>
  Array.from({ length: count }, (_, index) => {
    const serial = 90_000 + index
    const texts = [
      'INT.PD:01-10-2026 TO 31-12-2026',
      'CASH DEPOSIT SELF',
      narrations.HDFC.upi('JODHPUR FURNITURE HOUSE', upiReference(serial), 'STALL'),
      narrations.HDFC.neft('INDIAN PLYWOOD INDUSTRIES', neftReference(serial), 'SPONSOR'),
    ]
    return {
      date: isoDay(startOfRun()),
      narration: `${texts[index % texts.length]} ${index}`,
      reference: upiReference(serial),
      credit: (index % 3 ? rupees : 1000) * 100,
    }
  })

export const fileOf = (lines: readonly BankLine[]): BankFile => bankStatement('HDFC', lines)

/** The statement, and how many of its credits are new. */
export async function importFile(url: string, admin: ApiClient, file: BankFile) {
  const text = await sendFile(url + path, admin, new File([file.bytes], file.name))
  const { id, added } = JSON.parse(text) as { id: string; added: number }
  return { id, added }
}

export async function newestLines(admin: ApiClient): Promise<Line[]> {
  const [newest] = (await admin.call('GET', path)) as { id: string }[]
  return linesOf(admin, newest?.id ?? '')
}

export const linesOf = async (admin: ApiClient, id: string): Promise<Line[]> =>
  (await admin.call('GET', `${path}/${id}/lines?limit=500`)) as Line[]

/** Confirms all lines of a statement concurrently, distributed over the portals. */
export async function confirmAtOnce(clients: readonly ApiClient[], id: string): Promise<number> {
  const [first] = clients
  if (!first) return 0
  const answers = await Promise.all(
    (await linesOf(first, id)).map((line, index) =>
      clients[index % clients.length]?.request('PUT', `${path}/lines/${line.id}`, {
        state: 'confirmed',
        person_id: line.member?.id,
      }),
    ),
  )
  return answers.filter((answer) => answer?.status === 200).length
}

/** Records the payments, `atOnce` of them concurrently. */
export async function payAtOnce(
  clients: readonly ApiClient[],
  members: readonly SeasonMember[],
  { rupees, atOnce }: { rupees: number; atOnce: number },
): Promise<void> {
  for (let start = 0; start < members.length; start += atOnce)
    await Promise.all(
      members.slice(start, start + atOnce).map(({ id }, index) =>
        clients[index % clients.length]?.call('POST', `/api/admin/members/${id}/dues-payments`, {
          amount: rupees,
          mode: 'GPay',
        }),
      ),
    )
}

/** The serials of all receipts. */
export async function receiptSerials(admin: ApiClient): Promise<number[]> {
  const [from, to] = [startOfRun(), new Date()].map(isoDay)
  const payments = (await admin.call(
    'GET',
    `/api/admin/payments?from=${from}&to=${to}&limit=500`,
  )) as { receipt_number: string | null }[]
  return payments.map(({ receipt_number }) => Number(receipt_number?.split('/')[1]))
}
