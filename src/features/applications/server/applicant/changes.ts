/** What an applicant changed: written down with the changes, and told in a sentence. */

import { materials } from '#features/members/materials.ts'
import type { Change, RecordedChange } from '#platform/server/history.ts'
import { type ApplicationData, paperKinds } from '../../contract.ts'
import { detailLabels, isDetailName, isPaperKind, paperLabels } from '../../rules.ts'

/**
 * The fields that differ, as they were and as they are. Of the papers only the kinds are named: an
 * address that has gone says nothing to anybody.
 */
export function diffApplication(
  before: ApplicationData,
  after: ApplicationData,
): Pick<Required<Change>, 'before' | 'after'> {
  const was: Record<string, unknown> = {}
  const is: Record<string, unknown> = {}
  for (const [name] of Object.entries(detailLabels)) {
    if (!isDetailName(name) || isSame(before[name], after[name])) continue
    was[name] = before[name] ?? ''
    is[name] = after[name] ?? ''
  }
  const papers = paperKinds.filter((kind) => !isSame(before[kind], after[kind]))
  return { before: was, after: { ...is, ...(papers.length > 0 && { papers }) } }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/** 'The applicant changed the Email from “a” to “b”, the Company PAN Card'. */
export function describeChanges({
  before,
  after,
}: Pick<RecordedChange, 'before' | 'after'>): string {
  const fields = Object.keys(after)
    .filter(isDetailName)
    .map((name) => `the ${detailLabels[name]} from ${told(before[name])} to ${told(after[name])}`)
  const papers = (Array.isArray(after.papers) ? after.papers : [])
    .filter(isPaperKind)
    .map((kind) => `the ${paperLabels[kind]}`)
  const all = [...fields, ...papers]
  if (all.length === 0) return 'The applicant sent the application again, unchanged'
  return `The applicant changed ${all.join(', ')}`
}

const longest = 80

/** A value as it stands in a sentence: long ones shortened, materials by their names. */
function told(value: unknown): string {
  const words = Array.isArray(value) ? value.map(nameOf).join(', ') : String(value ?? '')
  if (words === '') return 'nothing'
  const signs = [...words]
  return `“${signs.length > longest ? `${signs.slice(0, longest).join('').trimEnd()}…` : words}”`
}

const nameOf = (id: unknown): string =>
  Object.entries(materials).find(([known]) => known === id)?.[1] ?? String(id)
