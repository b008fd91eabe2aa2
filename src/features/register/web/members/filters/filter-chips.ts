import { emailLabels } from '#features/members/web/components/email-labels.ts'
import type { SelectOption } from '#platform/web/form/SelectField.tsx'
import type { FilterChip } from '#platform/web/table/filters/filter-choices.ts'
import { compare } from '#shared/compare.ts'
import { isDay, numericDate } from '#shared/dates.ts'
import { stateCodes, stateName } from '#shared/india/states.ts'

/** The filters with which a figure of the dashboard links to a list, as URL parameters. */
export const figureFilterNames = [
  'active',
  'joined_from',
  'joined_to',
  'ends_from',
  'ends_to',
  'paid_from',
  'paid_to',
  'lapsed_from',
  'lapsed_to',
  'state',
  'material',
] as const
type FigureFilters = Partial<Record<(typeof figureFilterNames)[number], string | undefined>>

/** The filters that are set and have no select, and the URL parameters that removing them clears. */
export function filterChips(filters: FigureFilters): FilterChip[] {
  const { active, joined_from, joined_to, ends_from, ends_to } = filters
  const { paid_from, paid_to, lapsed_from, lapsed_to } = filters
  return [
    { label: activityLabels[active ?? ''] ?? '', names: ['active'] },
    { label: dateRange('Joined', joined_from, joined_to), names: ['joined_from', 'joined_to'] },
    { label: dateRange('Ending', ends_from, ends_to), names: ['ends_from', 'ends_to'] },
    { label: dateRange('Paid until', paid_from, paid_to), names: ['paid_from', 'paid_to'] },
    { label: dateRange('Lapsed', lapsed_from, lapsed_to), names: ['lapsed_from', 'lapsed_to'] },
  ].filter(({ label }) => label !== '')
}

/** The labels of the options; the chips also use them. */
export const optionLabels: Record<
  'email' | 'visible' | 'signed_in' | 'invited',
  Record<string, string>
> = {
  email: emailLabels,
  visible: { true: 'Visible', false: 'Hidden' },
  signed_in: { yes: 'Has signed in', never: 'Never signed in' },
  invited: { yes: 'Invited', no: 'Not invited' },
}

/** The states, sorted by name. */
export const stateOptions: readonly SelectOption[] = [
  ...stateCodes
    .map((code) => ({ value: code, label: stateName(code) }))
    .sort((a, b) => compare(a.label, b.label)),
  { value: 'none', label: 'Not recorded' },
]

const activityLabels: Record<string, string> = { true: 'Active members', false: 'Inactive members' }

/** 'Joined from 01/04/2025 to 31/03/2026'. */
function dateRange(what: string, from: string | undefined, to: string | undefined): string {
  if (!from && !to) return ''
  return [what, from && `from ${displayDay(from)}`, to && `to ${displayDay(to)}`]
    .filter(Boolean)
    .join(' ')
}

/** A URL may contain anything: text that is no date is shown unchanged. */
const displayDay = (day: string) =>
  isDay(day) && !Number.isNaN(Date.parse(day)) ? numericDate(day) : day
