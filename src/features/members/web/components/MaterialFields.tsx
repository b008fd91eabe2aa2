import { CheckboxGroup } from '#platform/web/form/CheckboxField.tsx'
import type { FormName } from '../../fields/field-rules.ts'
import { materialOptions } from '../../materials.ts'
import { fieldLabel, MemberFields } from './MemberFields.tsx'

/** The materials of a vendor, and the text for 'other' while it is selected. */
export function MaterialFields({
  form,
  field,
  selected = [],
}: {
  form: FormName
  /** The props that connect a field to its form; see `useFields`. */
  field: (name: 'additional_info_materials_products' | 'materials_other') => object
  selected: readonly string[] | undefined
}) {
  return (
    <div className="grid gap-4">
      <CheckboxGroup
        label={fieldLabel(form, 'materials')}
        className="grid-pairs sm:grid-cols-3"
        options={materialOptions}
        {...field('additional_info_materials_products')}
      />
      {selected.includes('other') && (
        <MemberFields form={form} names={['materials_other']} field={field} />
      )}
    </div>
  )
}
