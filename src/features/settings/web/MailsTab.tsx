import { Eye, Send } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '#platform/web/Badge.tsx'
import { Button } from '#platform/web/Button.tsx'
import { Card } from '#platform/web/Card.tsx'
import { SelectField } from '#platform/web/SelectField.tsx'
import { TextAreaField } from '#platform/web/TextAreaField.tsx'
import { TextField } from '#platform/web/TextField.tsx'
import type { MailTemplate, Settings } from '../contract.ts'
import {
  type MailKindName,
  mailKindNames,
  mailKinds,
  placeholderProblem,
  placeholdersOf,
} from '../rules.ts'
import { usePreviewMail, useTestMail, useWordMail } from './calls.ts'

/** The mails the association may word itself, one at a time. */
export function MailsTab({ settings }: { settings: Settings }) {
  const [kind, setKind] = useState<MailKindName>('welcome')
  const own = settings.mails.find((mail) => mail.kind === kind)
  return (
    <div className="grid max-w-4xl gap-5">
      <SelectField
        label="Mail"
        value={kind}
        options={mailKindNames.map((name) => ({
          value: name,
          label: `${mailKinds[name].label}${settings.mails.some((mail) => mail.kind === name) ? ' (own words)' : ''}`,
        }))}
        onChange={({ target }) =>
          setKind(mailKindNames.find((name) => name === target.value) ?? kind)
        }
      />
      <MailCard key={`${kind} ${own?.text}`} kind={kind} own={own} />
    </div>
  )
}

function MailCard({ kind, own }: { kind: MailKindName; own: MailTemplate | undefined }) {
  const [typed, setTyped] = useState({ subject: own?.subject ?? '', text: own?.text ?? '' })
  const [asked, setAsked] = useState(false)
  const save = useWordMail()
  const preview = usePreviewMail()
  const test = useTestMail()
  const template = { kind, subject: typed.subject.trim(), text: typed.text.trim() }
  const problem = placeholderProblem(template)
  const isEmpty = template.subject === '' && template.text === ''
  const errorAt = (field: 'subject' | 'text') =>
    asked && problem?.path[0] === field ? problem.message : undefined

  const change = (field: 'subject' | 'text', value: string) => {
    setTyped((before) => ({ ...before, [field]: value }))
    preview.reset()
  }
  const whenFine = (act: (template: MailTemplate) => void) => () => {
    setAsked(true)
    if (!problem) act(template)
  }

  return (
    <Card
      title={mailKinds[kind].label}
      description={mailKinds[kind].when}
      actions={
        <Badge tone={own ? 'accent' : 'neutral'}>
          {own ? 'In your own words' : 'In the portal’s words'}
        </Badge>
      }
    >
      <div className="grid gap-4">
        <TextField
          label="Subject"
          value={typed.subject}
          error={errorAt('subject')}
          onChange={({ target }) => change('subject', target.value)}
        />
        <TextAreaField
          label="Text"
          hint="Plain text; an empty line begins a new paragraph. Buttons, private links and codes are added below it by the portal."
          rows={8}
          limit={4000}
          value={typed.text}
          error={errorAt('text')}
          onChange={({ target }) => change('text', target.value)}
        />
        <Placeholders kind={kind} onChoose={(name) => change('text', `${typed.text}{${name}}`)} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            pending={save.isPending}
            disabled={isEmpty && !own}
            onClick={whenFine((words) => save.mutate(words))}
          >
            Save Mail
          </Button>
          <Button
            icon={<Eye aria-hidden="true" />}
            disabled={isEmpty}
            pending={preview.isPending}
            onClick={whenFine((words) => preview.mutate(words))}
          >
            Preview
          </Button>
          <Button
            icon={<Send aria-hidden="true" />}
            disabled={isEmpty}
            pending={test.isPending}
            onClick={whenFine((words) => test.mutate(words))}
          >
            Send me a test mail
          </Button>
          {own && (
            <Button
              variant="ghost"
              disabled={save.isPending}
              onClick={() => save.mutate({ kind, subject: '', text: '' })}
            >
              Use the portal’s words
            </Button>
          )}
        </div>
        {preview.data && (
          <section
            aria-label="Preview"
            className="grid gap-3 rounded-md border border-line bg-page p-4 wrap-anywhere"
          >
            <p className="text-sm text-ink-faint">With made-up values, it reads:</p>
            <p className="text-lg font-semibold">{preview.data.subject}</p>
            <p className="whitespace-pre-line">{preview.data.text}</p>
          </section>
        )}
      </div>
    </Card>
  )
}

/** What may stand in braces; a press puts it at the end of the text. */
function Placeholders({
  kind,
  onChoose,
}: {
  kind: MailKindName
  onChoose: (name: string) => void
}) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm text-ink-soft">
        Filled in for each mail:
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-1.5">
        {placeholdersOf(kind).map((name) => (
          <li key={name}>
            <button
              type="button"
              className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs text-ink-soft hover:bg-line pointer-coarse:min-h-11 pointer-coarse:px-2.5"
              onClick={() => onChoose(name)}
            >
              {`{${name}}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
