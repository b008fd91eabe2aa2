import { useState } from 'react'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import type { Settings } from '../answers.ts'
import { type MailKindName, mailKindNames, mailKinds } from '../mail-kinds.ts'
import { MailEditor } from './MailEditor.tsx'
import { useMailDrafts } from './mail-drafts.ts'

/** The mails whose text the association can change; one is edited at a time. */
export function MailsTab({ settings }: { settings: Settings }) {
  const [kind, setKind] = useState<MailKindName>('welcome')
  const drafts = useMailDrafts()
  const labelOf = (name: MailKindName) => {
    const { label } = mailKinds[name]
    if (drafts[name]) return `${label} (unsaved changes)`
    return settings.mails.some((mail) => mail.kind === name) ? `${label} (customised)` : label
  }
  return (
    <div className="grid max-w-6xl gap-5">
      <SelectField
        label="Email"
        className="max-w-xl"
        value={kind}
        options={mailKindNames.map((name) => ({ value: name, label: labelOf(name) }))}
        onChange={({ target }) =>
          setKind(mailKindNames.find((name) => name === target.value) ?? kind)
        }
      />
      <MailEditor
        key={kind}
        kind={kind}
        saved={settings.mails.find((mail) => mail.kind === kind)}
        replyTo={settings.office_email}
      />
    </div>
  )
}
