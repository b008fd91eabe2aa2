import { valueAt } from '#shared/records.ts'
import type { FormName } from '../../fields/field-rules.ts'
import { type FieldName, fieldOf, wireName } from '../../fields/fields.ts'
import { fieldsOfForm } from '../../fields/forms.ts'
import type { PersonRow } from '../queries.ts'
import type { PersonValues } from './change-person.ts'

/**
 * The sent values of a form as columns, without the fields that a person of this role does not have. The text for the
 * material 'other' is cleared when 'other' is not selected.
 */
export function columnsOfForm(form: FormName, person: PersonRow, typed: object): PersonValues {
  const values: PersonValues = Object.fromEntries(
    fieldsOfForm(form).flatMap((name) => {
      const value = valueAt(typed, wireName(name))
      return value === undefined || !hasField(person, name) ? [] : [[name, columnValue(value)]]
    }),
  )
  if (person.role !== 'vendor') return values
  const ids: string[] = JSON.parse(values.materials ?? person.materials)
  return ids.includes('other') ? values : { ...values, materials_other: '' }
}

const hasField = ({ role }: PersonRow, name: FieldName): boolean => {
  const { roles } = fieldOf(name)
  return !roles || roles.some((allowed) => allowed === role)
}

/** Arrays are stored as JSON, each value once. */
const columnValue = (value: unknown) =>
  Array.isArray(value) ? JSON.stringify([...new Set(value)]) : value
