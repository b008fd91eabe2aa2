import { materials } from '#features/members/materials.ts'
import { emailLabels } from '#features/members/web/components/email-labels.ts'
import type { SelectOption } from '#platform/web/form/SelectField.tsx'
import type { FilterChip } from '#platform/web/table/FilterBar.tsx'
import { numericDate } from '#shared/dates.ts'
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

/** Filters whose fields are behind 'More filters'. */
interface HiddenFilters extends FigureFilters {
  email?: string | undefined
  visible?: string | undefined
  signed_in?: string | undefined
  invited?: string | undefined
}

/** A label for each active filter, and the URL parameters that removing its chip clears. */
export function filterChips(filters: HiddenFilters): FilterChip[] {
  const { active, joined_from, joined_to, ends_from, ends_to, material } = filters
  const { paid_from, paid_to, lapsed_from, lapsed_to, state = '' } = filters
  const stateLabel = stateOptions.find(({ value }) => value === state)?.label
  const { email = '', visible = '', signed_in = '', invited = '' } = filters
  const materialLabel = Object.entries(materials).find(([id]) => id === material)?.[1]
  return [
    { label: activityLabels[active ?? ''] ?? '', names: ['active'] },
    { label: dateRange('Joined', joined_from, joined_to), names: ['joined_from', 'joined_to'] },
    { label: dateRange('Ending', ends_from, ends_to), names: ['ends_from', 'ends_to'] },
    { label: dateRange('Paid until', paid_from, paid_to), names: ['paid_from', 'paid_to'] },
    { label: dateRange('Lapsed', lapsed_from, lapsed_to), names: ['lapsed_from', 'lapsed_to'] },
    { label: state && `State: ${stateLabel ?? state}`, names: ['state'] },
    { label: optionLabels.email[email] ?? '', names: ['email'] },
    { label: optionLabels.visible[visible] ?? '', names: ['visible'] },
    { label: optionLabels.signed_in[signed_in] ?? '', names: ['signed_in'] },
    { label: optionLabels.invited[invited] ?? '', names: ['invited'] },
    { label: material ? `Offers ${materialLabel ?? material}` : '', names: ['material'] },
  ].filter(({ label }) => label !== '')
}

/** Also the labels of the options. */
export const optionLabels: Record<
  'email' | 'visible' | 'signed_in' | 'invited',
  Record<string, string>
> = {
  email: emailLabels,
  visible: { true: 'Visible', false: 'Hidden' },
  signed_in: { yes: 'Has signed in', never: 'Never signed in' },
  invited: { yes: 'Invited', no: 'Not invited' },
}

/** By name. */
export const stateOptions: readonly SelectOption[] = [
  ...stateCodes
    .map((code) => ({ value: code, label: stateName(code) }))
    .sort((a, b) => (a.label < b.label ? -1 : 1)),
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
const displayDay = (day: string) => (Number.isNaN(Date.parse(day)) ? day : numericDate(day))
