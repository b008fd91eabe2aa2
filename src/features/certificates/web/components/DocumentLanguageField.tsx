import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import {
  type DocumentLanguage,
  documentLanguages,
  languageLabels,
} from '#shared/association-details.ts'

/** The language of a document; undefined for that of the member. */
export function DocumentLanguageField({
  value,
  disabled,
  onChange,
}: {
  value: DocumentLanguage | undefined
  disabled?: boolean
  onChange: (language: DocumentLanguage | undefined) => void
}) {
  return (
    <SelectField
      label="Language"
      placeholder="Default"
      options={optionsOf(languageLabels)}
      value={value ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChange(documentLanguages.find((name) => name === target.value))}
    />
  )
}
