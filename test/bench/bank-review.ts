/**
 * How long the review of a bank statement of 5,000 lines stops the portal: all users wait while its event loop is
 * blocked. Measured in processor time, so that other programs of the machine do not count.
 */
import { join } from 'node:path'
import type { ImportedStatement } from '#features/bank-statements/answers.ts'
import { isoDay } from '#shared/dates.ts'
import { bankStatement } from '#test/files/bank-statements.ts'
import { type Engine, engines } from '#test/support/engines.ts'
import { launchPortal } from '#test/support/process/portal-process.ts'
import { portalSettings } from '#test/support/process/portal-settings.ts'
import { adminEmail, signIn } from '#test/support/process/sign-in.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'
import { memberSheet } from './member-sheet.ts'
import { type Bench, figureOf, importSheet, type OpenPortal, raiseDues } from './portals.ts'
import { memberAt } from './register.ts'
import type { Figure } from './report/figure.ts'

const members = 10_000
const lines = 5000
const maxStopMs = 50
const path = '/api/admin/bank-statements'

export async function bankReview(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) {
    const stops: Record<string, number>[] = []
    for (const checkout of bench.checkouts) stops.push(await stopsOf(bench, engine, checkout))
    for (const what of Object.keys(stops[0] ?? {}))
      figures.push(
        figureOf(
          stops.map((one) => one[what] ?? Number.NaN),
          what.endsWith('takes')
            ? { what: `${engine}: ${what}`, unit: 's' }
            : { what: `${engine}: ${what}`, unit: 'ms', goal: { most: maxStopMs } },
        ),
      )
  }
  return figures
}

/** The longest stop during each of these calls, and how long the calls take. */
async function stopsOf(
  { env }: Bench,
  engine: Engine,
  checkout: string,
): Promise<Record<string, number>> {
  const mail = await env.mailServer()
  const settings = await portalSettings(env, mail, engine)
  const probe = ['--import', join(import.meta.dirname, 'loop-probe.ts')]
  const portal = await launchPortal(settings, probe, checkout)
  env.onClose(() => portal.end('SIGKILL'))
  await portal.ready()
  const admin = await signIn(env.client(portal), mail, adminEmail, 'admin')
  const opened: OpenPortal = { portal, mail, admin }
  await importSheet(opened, memberSheet(members))
  await raiseDues(opened)
  const stops: Record<string, number> = {}
  const during = async <Answer>(what: string, call: () => Promise<Answer>): Promise<Answer> => {
    await longestStop(portal)
    const startedAt = performance.now()
    const answer = await call()
    stops[`${what} takes`] = (performance.now() - startedAt) / 1000
    stops[`longest stop during ${what}`] = await longestStop(portal)
    return answer
  }
  const { bytes, name } = bankStatement('HDFC', Array.from({ length: lines }, lineAt))
  const form = new FormData()
  form.set('file', new File([bytes], name))
  const { id } = (await during('the import', async () => {
    const { status, text } = await admin.request('POST', path, form)
    if (status !== 200) throw new Error(`The import answered ${status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  })) as ImportedStatement
  await during('the review', () => admin.call('GET', `${path}/${id}`))
  await during('a page', () => admin.call('GET', `${path}/${id}/lines?limit=200`))
  await portal.end('SIGTERM')
  return stops
}

async function longestStop({ pid, output }: OpenPortal['portal']): Promise<number> {
  const found = () => [...output().matchAll(/longest stop ([\d.]+) ms/g)]
  const before = output().length + found().length
  process.kill(pid, 'SIGUSR2')
  let last = Number.NaN
  await waitUntil(
    () => {
      last = Number(found().at(-1)?.[1])
      return output().length + found().length !== before
    },
    60_000,
    5,
  )
  return last
}

/** Payments of members as banks describe them, names that no member has, and returns of earlier lines. */
function lineAt(_: unknown, index: number) {
  const member = memberAt((index * 7) % members)
  const utr = String(600_000_000_000 + index * 7919)
  const date = new Date(Date.UTC(2026, 7, 1) + Math.floor(index / 600) * 86_400_000)
  const line = { date: isoDay(date), reference: utr }
  if (index % 25 === 24)
    return {
      ...line,
      narration: `UPI-REV-${index % 50 === 24 ? Number(utr) - 7919 * 10 : index}`,
      debit: 500_000,
    }
  const name = (member.company_name ?? '').toUpperCase()
  const narration = [
    `NEFT CR-HDFC0000123-${name}-${utr}`,
    `UPI-${name.replace(/\W/g, '')}-${utr}`,
    `IMPS-${utr}-${member.membership_number} MEMBERSHIP`,
    `UPI-${name.slice(0, 16).replace('A', 'E')}-owner${index}@okaxis-${utr}`,
    `NEFT-SOMEBODY ELSE ${index} TRADERS-${utr}`,
  ][index % 5]
  return { ...line, narration: narration ?? '', credit: index % 3 === 0 ? 500_000 : 400_100 }
}
