/** The forms about a member: their schemas and their values, from the table of fields. */
import type { z } from 'zod'
import { valueAt } from '#shared/records.ts'
import { materialIds } from '../materials.ts'
import type { FormName } from './field-rules.ts'
import {
  type FieldName,
  type Fields,
  fieldNames,
  fieldOf,
  type WireName,
  wireName,
} from './fields.ts'

/** The schemas of a form's fields by their names in JSON. */
type Shape<Form extends FormName> = {
  [Name in FieldName as Fields[Name] extends { write: { [F in Form]: unknown } }
    ? WireName<Name>
    : never]: Fields[Name] extends { write: { [F in Form]: infer Schema } } ? Schema : never
}

export const fieldsOfForm = (form: FormName): FieldName[] =>
  fieldNames.filter((name) => fieldOf(name).write?.[form])

export const shapeOf = <Form extends FormName>(form: Form): Shape<Form> =>
  Object.fromEntries(
    fieldsOfForm(form).map((name) => [wireName(name), fieldOf(name).write?.[form]]),
  ) as Shape<Form>

/** What a form holds while it is filled in. */
type ValuesOf<Form extends FormName> = z.input<z.ZodObject<Shape<Form>>>

/** A form's values for a record: texts are never null, materials contain only known ids. */
export const formValues = <Form extends FormName>(
  form: Form,
  record: { [Name in keyof Shape<Form>]?: unknown },
): ValuesOf<Form> =>
  Object.fromEntries(
    fieldsOfForm(form).map((name) => {
      const value = valueAt(record, wireName(name))
      if (fieldOf(name).kind === 'materials')
        return [
          wireName(name),
          materialIds.filter((id) => Array.isArray(value) && value.includes(id)),
        ]
      return [wireName(name), value ?? (fieldOf(name).kind === 'image' ? null : '')]
    }),
  ) as ValuesOf<Form>
