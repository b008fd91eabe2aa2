/**
 * Whose old ledger mixed payments of charges and payments for days of their own. The rule of today has one model, so
 * that the numbers of these members may be others; those of everybody else may not.
 */
import { isRecord } from '#shared/records.ts'
import type { Answers } from './capture/answers.ts'

interface Entry {
  id: string
  kind: string
  reverses_id: string | null
  item: string | null
  on_account: boolean
  valid_from: string | null
  recorded_at: string
}

/** The addresses and membership numbers of these members. */
export function mixedMembers({ names, texts }: Answers): ReadonlySet<string> {
  const mixed = new Set<string>()
  for (const [call, text] of texts) {
    const id = /: GET \/api\/admin\/members\/([^/]+)\/payments$/.exec(call)?.[1]
    const body: unknown = JSON.parse(id ? text : '{}').body
    if (id && Array.isArray(body) && isMixed(body)) mixed.add(names.get(id) ?? id)
  }
  for (const { email, membership_number } of rowsOf(texts))
    for (const [one, other] of [
      [email, membership_number],
      [membership_number, email],
    ])
      if (mixed.has(String(one)) && other) mixed.add(String(other))
  return mixed
}

function* rowsOf(texts: ReadonlyMap<string, string>) {
  for (const [call, text] of texts) {
    if (!/administrator: GET \/api\/admin\/members(\?active=false)?$/.test(call)) continue
    const body: unknown = JSON.parse(text).body
    if (Array.isArray(body)) for (const row of body) if (isRecord(row)) yield row
  }
}

/** By what stands in the ledger alone, so that no rule of money is needed to say it. */
function isMixed(entries: readonly Entry[]): boolean {
  const voids = new Map(entries.map((entry) => [entry.reverses_id, entry]))
  const active = entries.filter(({ id, reverses_id }) => reverses_id === null && !voids.has(id))
  const payments = active.filter(({ kind }) => kind === 'payment')
  const cancelled = entries.flatMap((charge) => {
    const end = charge.kind === 'charge' && voids.get(charge.id)?.recorded_at
    return end ? [{ begin: charge.recorded_at, end }] : []
  })
  return (
    entries.some(({ kind }) => kind === 'settlement') ||
    // For days of its own, or for none, and on the account of charges nevertheless.
    payments.some(({ item, on_account }) => item === null && on_account) ||
    // A part of something: the old portal did not say of what.
    active.some(({ kind, item, valid_from }) =>
      kind === 'payment' || kind === 'waiver' ? item === 'dues' && !valid_from : false,
    ) ||
    cancelled.some(({ begin, end }) =>
      payments.some(({ recorded_at }) => begin < recorded_at && recorded_at < end),
    )
  )
}
