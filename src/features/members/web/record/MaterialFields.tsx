import { CheckboxGroup } from '#platform/web/form/CheckboxField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { materialOptions } from '../../materials.ts'

/** The materials of a vendor. */
export function MaterialFields({
  field,
  selected = [],
}: {
  /** The props that connect a field to its form; see `useFields`. */
  field: (name: 'additional_info_materials_products' | 'materials_other') => object
  selected: readonly string[] | undefined
}) {
  return (
    <div className="grid gap-4">
      <CheckboxGroup
        label="Materials / Products (optional)"
        className="grid-cols-2 sm:grid-cols-3"
        options={materialOptions}
        {...field('additional_info_materials_products')}
      />
      {selected.includes('other') && (
        <TextField label="Other materials" optional {...field('materials_other')} />
      )}
    </div>
  )
}
