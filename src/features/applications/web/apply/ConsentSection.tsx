import { ClipboardCheck } from 'lucide-react'
import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { privacyNotice } from '../../rules.ts'
import type { DetailsFormState } from './detail-fields.tsx'

/** The privacy notice and the consent to it. */
export function ConsentSection({ form }: { form: DetailsFormState }) {
  const field = useFields(form)
  return (
    <div className="grid gap-2 rounded-md border border-line bg-page px-4 pt-3 pb-2">
      <h3 className="flex items-center gap-2 text-base">
        <ClipboardCheck aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
        Your privacy
      </h3>
      <ul className="grid gap-1.5 text-sm text-ink-soft">
        {privacyNotice.paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
      <CheckboxField label={privacyNotice.consent} {...field('consent')} />
    </div>
  )
}
