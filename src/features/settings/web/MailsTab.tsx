import { useEffect, useRef } from 'react'
import { useDialogParam } from '#platform/web/state/url-state.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card, CardStack } from '#platform/web/ui/Card.tsx'
import { State } from '#platform/web/ui/State.tsx'
import { fillIn } from '#shared/placeholders.ts'
import type { Settings } from '../answers.ts'
import {
  commonExamples,
  type MailKindName,
  mailGroups,
  mailKindNames,
  mailKinds,
} from '../mail-kinds.ts'
import { MailEditor } from './MailEditor.tsx'
import { useMailDrafts } from './mail-drafts.ts'

/** The emails whose text the association can change, as a list; the address names the one that is edited. */
export function MailsTab({ settings }: { settings: Settings }) {
  const { id, open, close } = useDialogParam('mail')
  const kind = mailKindNames.find((name) => name === id)
  const list = useRef<HTMLDivElement>(null)
  const edited = useRef<MailKindName>(undefined)
  useEffect(() => {
    if (kind !== undefined) edited.current = kind
    else if (edited.current !== undefined)
      list.current?.querySelector<HTMLElement>(`[data-mail="${edited.current}"]`)?.focus()
  }, [kind])
  if (kind !== undefined)
    return (
      <MailEditor
        key={kind}
        kind={kind}
        saved={settings.mails.find((mail) => mail.kind === kind)}
        replyTo={settings.office_email}
        onClose={close}
      />
    )
  return (
    <div ref={list} className="max-w-3xl">
      <CardStack>
        {mailGroups.map((group) => (
          <Card key={group} title={group}>
            <ul className="-my-2 divide-y divide-line">
              {mailKindNames
                .filter((name) => mailKinds[name].group === group)
                .map((name) => (
                  <MailRow key={name} kind={name} settings={settings} onEdit={() => open(name)} />
                ))}
            </ul>
          </Card>
        ))}
      </CardStack>
    </div>
  )
}

/** A row of the list, with the subject as members get it: with the association's names, else with examples. */
function MailRow({
  kind,
  settings,
  onEdit,
}: {
  kind: MailKindName
  settings: Settings
  onEdit: () => void
}) {
  const draft = useMailDrafts()[kind]
  const { label, subject, examples } = mailKinds[kind]
  const saved = settings.mails.find((mail) => mail.kind === kind)
  const { association_name, association_short_name, product_name } = settings
  const values = {
    ...commonExamples,
    ...examples,
    association_name,
    association_short_name,
    product_name,
  }
  return (
    <li className="bleed relative flex min-h-13 items-center gap-3 px-(--gutter) py-1.5 hover:bg-hover">
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5">
          <span className="font-medium">{label}</span>
          {saved && <Badge tone="accent">Customised</Badge>}
          {draft && <State tone="warning">Unsaved changes</State>}
        </p>
        <p className="one-line text-ink-soft">{fillIn(saved?.subject ?? subject, values)}</p>
      </div>
      {/* The whole row opens the email. */}
      <Button
        size="sm"
        variant="soft"
        data-mail={kind}
        aria-label={`Edit: ${label}`}
        className="after:absolute after:inset-0"
        onClick={onEdit}
      >
        Edit
      </Button>
    </li>
  )
}
