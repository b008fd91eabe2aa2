import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { EmailField } from '#platform/web/form/EmailField.tsx'
import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { WebsiteField } from '#platform/web/form/WebsiteField.tsx'
import type { FormName } from '../../fields/field-rules.ts'
import { type FieldName, fieldOf } from '../../fields/fields.ts'
import type { Kind } from '../../fields/shown-fields.ts'

interface MemberFieldsProps<Name extends FieldName> {
  /** Decides the labels and the hints. */
  form: FormName
  names: readonly Name[]
  /** The props that connect a field to its form; see `useFields`. */
  field: (name: Name) => object
  /** A field that takes the full width. */
  wide?: Name
}

/** Controls for fields of a member, by their kinds; MaterialFields has those of the materials. */
export const MemberFields = <Name extends FieldName>({
  form,
  names,
  field,
  wide,
}: MemberFieldsProps<Name>) =>
  names.map((name) => (
    <MemberField
      key={name}
      form={form}
      name={name}
      connection={field(name)}
      className={name === wide ? 'sm:col-span-2' : undefined}
    />
  ))

function MemberField({
  form,
  name,
  connection,
  className,
}: {
  form: FormName
  name: FieldName
  connection: object
  className: string | undefined
}) {
  const { kind, choices = {}, input, hints, optional } = fieldOf(name)
  const props = { label: fieldLabel(form, name), hint: hints?.[form], optional, className }
  switch (kind) {
    case 'flag':
      return <CheckboxField label={props.label} hint={props.hint} {...connection} />
    case 'multiLine':
      return <TextAreaField {...props} {...input} {...connection} />
    case 'choice':
      return <SelectField {...props} options={optionsOf(choices)} {...connection} />
    case 'email':
      return <EmailField {...props} {...input} {...connection} />
    case 'url':
      return <WebsiteField {...props} {...input} {...connection} />
    default:
      return <TextField {...props} {...inputProps[kind]} {...input} {...connection} />
  }
}

/** What a field is called in a form. */
export function fieldLabel(form: FormName, name: FieldName): string {
  const { label, labels } = fieldOf(name)
  if (form === 'profile') return labels?.profile ?? label
  return form === 'memberData' ? label : (labels?.form ?? label)
}

const inputProps: Partial<Record<Kind, object>> = {
  phone: { type: 'tel' },
}
