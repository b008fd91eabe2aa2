/** Many concurrent payments of dues on several processes: the receipts have no gap and no duplicate. */
import type { Engine } from '#test/support/engines.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, countInSequence, type Finding } from '#test/support/process/findings.ts'
import { openSeason, previewDues, year } from './season.ts'

/** On PostgreSQL two portals share the database. */
export async function duesReceiptsDrill(
  env: DrillEnvironment,
  engine: Engine,
  rounds: number,
  atOnce = 50,
): Promise<Finding[]> {
  const total = rounds * atOnce
  const { admin, clients } = await openSeason(env, engine, {
    members: total,
    portals: engine === 'PostgreSQL' ? 2 : 1,
  })
  const { token } = await previewDues(admin)
  await admin.call('POST', '/api/admin/dues/runs', { year, token })
  const members = (await admin.call('GET', '/api/admin/members?role=member')) as { id: string }[]
  const numbers: string[] = []
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      members.slice(round * atOnce, (round + 1) * atOnce).map(({ id }, index) =>
        clients[index % clients.length]?.call('POST', `/api/admin/members/${id}/dues-payments`, {
          amount: 12_000,
          mode: 'GPay',
        }),
      ),
    )
    for (const answer of answers)
      numbers.push((answer as { entry: { receipt_number: string } }).entry.receipt_number)
  }
  const inOrder = countInSequence(numbers.map((number) => Number(number.split('/')[1])))
  const paid = (await admin.call('GET', '/api/admin/members?role=member&paid=true')) as unknown[]
  const where = `${engine}, ${atOnce} at once on ${clients.length} process${clients.length > 1 ? 'es' : ''}`
  return [
    counted(`receipts without gap and duplicate, ${where}`, inOrder, total),
    counted(`members paid, ${where}`, paid.length, total),
  ]
}
