/** What an administrator reads about each member, and what would happen to some. */
import { concurrently } from '#test/support/process/environment.ts'
import { castEmails } from '../story/cast.ts'
import type { Reader } from './reader.ts'

type Row = Record<string, unknown>
type NameIt = (id: unknown, name: string) => void

/** One in so many of the other members is read also with certificates, history and receipts. */
const every = 40

const isRead = ({ email }: Row, index: number): boolean =>
  castEmails.includes(String(email)) ||
  String(email).endsWith('fpma.example') ||
  index % every === 0

/** Accounts and ledgers of all; of some all that there is. */
export async function memberDetails(
  { read }: Reader,
  members: readonly Row[],
  nameIt: NameIt,
): Promise<void> {
  const work = async (index: number): Promise<void> => {
    const member = members[index] ?? {}
    const path = `/api/admin/members/${member.id}`
    await read(`GET ${path}/account`)
    const entries = (await read(`GET ${path}/payments`)) as Row[]
    const label = String(member.email || member.membership_number)
    for (const { id, kind, item, receipt_number, amount_paise, paid_at } of entries.toReversed())
      nameIt(id, [label, kind, item, receipt_number, amount_paise, paid_at].join(' '))
    if (!isRead(member, index)) return
    await read(`GET ${path}`)
    await read(`GET ${path}/statement.pdf`)
    const certificates = (await read(`GET ${path}/certificates`)) as Row[]
    for (const { id, number, code } of certificates) {
      nameIt(id, `certificate ${number}`)
      // The number identifies the certificate, because the code is random.
      await read(`GET /api/verify/${code}?number=${number}`)
    }
    const history = (await read(`GET ${path}/history`)) as Row[]
    for (const { id, at, action } of history) nameIt(id, `${label} ${action} ${at}`)
    for (const { id, kind, receipt_number } of entries)
      if ((kind === 'payment' || kind === 'reversal') && receipt_number !== null)
        await read(`GET /api/admin/payments/${id}/receipt.pdf`)
  }
  await concurrently(members.length, 4, work)
}

/** Previews change nothing: they say what the rules would do now. */
export async function previews({ read }: Reader, members: readonly Row[]): Promise<void> {
  const cast = members.filter(({ email }) => castEmails.includes(String(email)))
  for (const { id } of cast)
    for (const rupees of ['1', '2500', '5000', '12345.67'])
      await read(`POST /api/admin/members/${id}/dues-payments/preview`, { amount: rupees })
  for (const year of ['2024-25', '2025-26', '2026-27', '2027-28', '2028-29'])
    await read('POST /api/admin/dues/runs/preview', { year })
  const selection = { ids: members.slice(0, 200).map(({ id }) => id) }
  for (const membership_valid_to of ['2026-03-31', '2027-03-31', '2028-03-31'])
    for (const replace of [false, true])
      await read('POST /api/admin/bulk/payments/preview', {
        selection,
        membership_valid_to,
        replace,
      })
  for (const document of ['certificate', 'card', 'labels-24'])
    await read('POST /api/admin/certificates/preview', { selection, document })
  for (const include_recent of [false, true])
    await read('POST /api/admin/dues/notices/preview', { selection, include_recent })
  for (const action of ['hide', 'deactivate'])
    await read('POST /api/admin/bulk/members/preview', { selection, action })
  await read('POST /api/admin/invitations/preview', { audience: { never_signed_in: true } })
}
