import { optionsOf, SelectField } from '#platform/web/form/SelectField.tsx'
import { type DocumentLanguage, documentLanguages } from '#shared/association-details.ts'

const labels: Record<DocumentLanguage, string> = { en: 'English', hi: 'Hindi' }

/** The language of a document; undefined for that of the settings. */
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
      options={optionsOf(labels)}
      value={value ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChange(documentLanguages.find((name) => name === target.value))}
    />
  )
}
