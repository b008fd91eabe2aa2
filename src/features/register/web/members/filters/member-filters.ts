/** The filters of the lists of members that have a field, and all of them in words. */
import { duesLabels, duesTitle } from '#features/members/dues-status.ts'
import { materials } from '#features/members/materials.ts'
import { optionsOf } from '#platform/web/form/SelectField.tsx'
import {
  chipsOf,
  type FilterSelect,
  filterWords,
} from '#platform/web/table/filters/filter-choices.ts'
import { filterChips, optionLabels, stateOptions } from './filter-chips.ts'
import { paidLabels, typeLabels, validityLabels } from './register-filters.ts'

const labelsOfOptions = {
  email: 'Email',
  visible: 'Directory',
  signed_in: 'Sign-in',
  invited: 'Invitation',
} as const

export const memberSelects = (): FilterSelect[] => [
  anyOf('dues', duesTitle(new Date()), duesLabels),
  anyOf('paid', 'Payment', paidLabels),
  anyOf('validity', 'Validity', validityLabels),
  ...Object.entries(labelsOfOptions).map(([name, label]) =>
    anyOf(name, label, optionLabels[name as keyof typeof labelsOfOptions]),
  ),
  { name: 'state', label: 'State', placeholder: 'Any', options: stateOptions },
  anyOf('material', 'Material', materials),
]

const anyOf = (name: string, label: string, labels: Record<string, string>): FilterSelect => ({
  name,
  label,
  placeholder: 'Any',
  options: optionsOf(labels),
})

export const memberDays = [
  { name: 'joined_from', label: 'Joined from', period: 'Joined' },
  { name: 'joined_to', label: 'Joined to', period: 'Joined' },
  { name: 'ends_from', label: 'Valid to, from', period: 'Valid to' },
  { name: 'ends_to', label: 'Valid to, until', period: 'Valid to' },
]

/** The search and the filters of a list of members in words, for its printed version. */
export const memberFilterWords = ({
  search,
  values,
}: {
  search: string
  values: Readonly<Record<string, string | undefined>>
}): string[] =>
  filterWords(search, [
    ...chipsOf([anyOf('type', 'Type', typeLabels), ...memberSelects()], values),
    ...filterChips(values),
  ])
