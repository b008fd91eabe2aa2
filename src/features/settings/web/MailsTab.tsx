import { Eye, Send } from 'lucide-react'
import { useId, useState } from 'react'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import type { Settings } from '../answers.ts'
import type { MailTemplate } from '../contract.ts'
import {
  type MailKindName,
  mailKindNames,
  mailKinds,
  placeholderProblem,
  placeholdersOf,
} from '../mail-kinds.ts'
import { reloadSettings, usePreviewMail, useSaveMailTemplate, useTestMail } from './calls.ts'

/** The mails the association can reword; one is edited at a time. */
export function MailsTab({ settings }: { settings: Settings }) {
  const [kind, setKind] = useState<MailKindName>('welcome')
  const saved = settings.mails.find((mail) => mail.kind === kind)
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
      <MailCard key={kind} kind={kind} saved={saved} />
    </div>
  )
}

interface MailText {
  subject: string
  text: string
}

const emptyText: MailText = { subject: '', text: '' }
const textOf = (saved: MailText | undefined): MailText =>
  saved ? { subject: saved.subject, text: saved.text } : emptyText

function MailCard({ kind, saved }: { kind: MailKindName; saved: MailTemplate | undefined }) {
  const { draft, change, readText, discard, conflict, save } = useMailDraft(kind, saved)
  const [isChecked, setChecked] = useState(false)
  const preview = usePreviewMail()
  const test = useTestMail()
  const template = { kind, subject: draft.subject.trim(), text: draft.text.trim() }
  const problem = placeholderProblem(template)
  const isEmpty = template.subject === '' && template.text === ''
  const errorAt = (field: keyof MailText) =>
    isChecked && problem?.path[0] === field ? problem.message : undefined
  const type = (field: keyof MailText, value: string) => {
    change({ ...draft, [field]: value })
    preview.reset()
  }
  const whenValid = (act: (template: MailTemplate) => void) => () => {
    setChecked(true)
    if (!problem) act(template)
  }

  return (
    <Card
      title={mailKinds[kind].label}
      description={mailKinds[kind].when}
      actions={
        <Badge tone={saved ? 'accent' : 'neutral'}>
          {saved ? 'In your own words' : 'In the portal’s words'}
        </Badge>
      }
    >
      <div className="grid gap-4">
        <TextField
          label="Subject"
          value={draft.subject}
          error={errorAt('subject')}
          onChange={({ target }) => type('subject', target.value)}
        />
        <TextAreaField
          label="Text"
          hint="Plain text; an empty line begins a new paragraph. Buttons, private links and codes are added below it by the portal."
          rows={8}
          limit={4000}
          value={draft.text}
          error={errorAt('text')}
          onChange={({ target }) => type('text', target.value)}
        />
        <Placeholders kind={kind} onChoose={(name) => type('text', `${draft.text}{${name}}`)} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            pending={save.isPending}
            disabled={isEmpty && !saved}
            onClick={whenValid((valid) => save.mutate({ body: { ...valid, seen: readText } }))}
          >
            Save Mail
          </Button>
          <Button
            icon={<Eye aria-hidden="true" />}
            disabled={isEmpty}
            pending={preview.isPending}
            onClick={whenValid((valid) => preview.mutate({ body: valid }))}
          >
            Preview
          </Button>
          <Button
            icon={<Send aria-hidden="true" />}
            disabled={isEmpty}
            pending={test.isPending}
            onClick={whenValid((valid) => test.mutate({ body: valid }))}
          >
            Send me a test mail
          </Button>
          {saved && (
            <Button
              variant="ghost"
              disabled={save.isPending}
              onClick={() => {
                discard()
                save.mutate({ body: { kind, ...emptyText, seen: readText } })
              }}
            >
              Use the portal’s words
            </Button>
          )}
        </div>
        {conflict && (
          <Banner tone="danger" title={conflict}>
            <Mail mail={textOf(saved)} />
          </Banner>
        )}
        {preview.data && (
          <section
            aria-label="Preview"
            className="grid gap-3 rounded-md border border-line bg-page p-4 wrap-anywhere"
          >
            <p className="text-sm text-ink-faint">With made-up values, it reads:</p>
            <Mail mail={preview.data} />
          </section>
        )}
      </div>
    </Card>
  )
}

/**
 * The text of a mail while it is edited, initially as saved. `readText` is the saved text at the
 * first edit: when another administrator has saved a different one since, saving fails with a
 * conflict that shows it first.
 */
function useMailDraft(kind: MailKindName, saved: MailTemplate | undefined) {
  const [edited, setEdited] = useState<MailText>()
  const [readText, setReadText] = useState<MailText>()
  const [conflict, setConflict] = useState('')
  const discard = () => {
    setEdited(undefined)
    setReadText(undefined)
    setConflict('')
  }
  const save = useSaveMailTemplate({
    onSaved: discard,
    onConflict: async (message) => {
      const { mails } = await reloadSettings()
      setReadText(textOf(mails.find((mail) => mail.kind === kind)))
      setConflict(message)
    },
  })
  return {
    draft: edited ?? textOf(saved),
    readText: readText ?? textOf(saved),
    change: (next: MailText) => {
      setEdited(next)
      setReadText((before) => before ?? textOf(saved))
    },
    discard,
    conflict,
    save,
  }
}

function Mail({ mail: { subject, text } }: { mail: MailText }) {
  if (text === '') return <p>The portal’s own words are used.</p>
  return (
    <div className="grid gap-3 wrap-anywhere">
      <p className="text-lg font-semibold">{subject}</p>
      <p className="whitespace-pre-line">{text}</p>
    </div>
  )
}

/** The placeholders of the mail; pressing one appends it to the text. */
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
