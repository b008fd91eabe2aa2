import { numericDate } from '#shared/dates.ts'
import { materials } from './materials.ts'

/** What the figures of the dashboard filter a list by, as the address has it. */
export interface FigureFilters {
  active?: string | undefined
  joined_from?: string | undefined
  joined_to?: string | undefined
  ends_from?: string | undefined
  ends_to?: string | undefined
  material?: string | undefined
}

/** Each filter in words, with the names that go when it is taken off. */
export function filterChips(filters: FigureFilters): { words: string; names: string[] }[] {
  const { active, joined_from, joined_to, ends_from, ends_to, material } = filters
  const label = Object.entries(materials).find(([id]) => id === material)?.[1]
  return [
    { words: activity[active ?? ''] ?? '', names: ['active'] },
    { words: dateRange('Joined', joined_from, joined_to), names: ['joined_from', 'joined_to'] },
    { words: dateRange('Ending', ends_from, ends_to), names: ['ends_from', 'ends_to'] },
    { words: material ? `Offers ${label ?? material}` : '', names: ['material'] },
  ].filter(({ words }) => words !== '')
}

const activity: Record<string, string> = { true: 'Active members', false: 'Inactive members' }

/** 'Joined from 01/04/2025 to 31/03/2026'. */
function dateRange(what: string, from: string | undefined, to: string | undefined): string {
  if (!from && !to) return ''
  return [what, from && `from ${displayDay(from)}`, to && `to ${displayDay(to)}`]
    .filter(Boolean)
    .join(' ')
}

/** An address may hold anything. */
const displayDay = (day: string) => (Number.isNaN(Date.parse(day)) ? day : numericDate(day))
