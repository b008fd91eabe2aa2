import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { privacyNotice } from '../../rules.ts'
import { type DetailsFormState, Section } from './detail-fields.tsx'
import { partTitles } from './parts.ts'

/** The privacy notice and the consent to it. */
export function ConsentSection({ form }: { form: DetailsFormState }) {
  const field = useFields(form)
  return (
    <Section title={partTitles.consent}>
      <ul className="grid gap-1.5 text-sm text-ink-soft">
        {privacyNotice.paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
      <CheckboxField label={privacyNotice.consent} {...field('consent')} />
    </Section>
  )
}
