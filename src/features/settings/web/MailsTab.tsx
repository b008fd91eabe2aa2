import { Eye, Send } from 'lucide-react'
import { useId, useState } from 'react'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import type { MailTemplate, Settings } from '../contract.ts'
import {
  type MailKindName,
  mailKindNames,
  mailKinds,
  placeholderProblem,
  placeholdersOf,
} from '../rules.ts'
import { reloadSettings, usePreviewMail, useSaveMailTemplate, useTestMail } from './calls.ts'

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
      <MailCard key={kind} kind={kind} own={own} />
    </div>
  )
}

interface Words {
  subject: string
  text: string
}

const noWords: Words = { subject: '', text: '' }
const wordsIn = (own: Words | undefined): Words =>
  own ? { subject: own.subject, text: own.text } : noWords

function MailCard({ kind, own }: { kind: MailKindName; own: MailTemplate | undefined }) {
  const { words, change, seen, forget, clash, save } = useMailWords(kind, own)
  const [asked, setAsked] = useState(false)
  const preview = usePreviewMail()
  const test = useTestMail()
  const template = { kind, subject: words.subject.trim(), text: words.text.trim() }
  const problem = placeholderProblem(template)
  const isEmpty = template.subject === '' && template.text === ''
  const errorAt = (field: keyof Words) =>
    asked && problem?.path[0] === field ? problem.message : undefined
  const type = (field: keyof Words, value: string) => {
    change({ ...words, [field]: value })
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
          value={words.subject}
          error={errorAt('subject')}
          onChange={({ target }) => type('subject', target.value)}
        />
        <TextAreaField
          label="Text"
          hint="Plain text; an empty line begins a new paragraph. Buttons, private links and codes are added below it by the portal."
          rows={8}
          limit={4000}
          value={words.text}
          error={errorAt('text')}
          onChange={({ target }) => type('text', target.value)}
        />
        <Placeholders kind={kind} onChoose={(name) => type('text', `${words.text}{${name}}`)} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            pending={save.isPending}
            disabled={isEmpty && !own}
            onClick={whenFine((fine) => save.mutate({ ...fine, seen }))}
          >
            Save Mail
          </Button>
          <Button
            icon={<Eye aria-hidden="true" />}
            disabled={isEmpty}
            pending={preview.isPending}
            onClick={whenFine((fine) => preview.mutate(fine))}
          >
            Preview
          </Button>
          <Button
            icon={<Send aria-hidden="true" />}
            disabled={isEmpty}
            pending={test.isPending}
            onClick={whenFine((fine) => test.mutate(fine))}
          >
            Send me a test mail
          </Button>
          {own && (
            <Button
              variant="ghost"
              disabled={save.isPending}
              onClick={() => {
                forget()
                save.mutate({ kind, ...noWords, seen })
              }}
            >
              Use the portal’s words
            </Button>
          )}
        </div>
        {clash && (
          <Banner tone="danger" title={clash}>
            <Mail words={wordsIn(own)} />
          </Banner>
        )}
        {preview.data && (
          <section
            aria-label="Preview"
            className="grid gap-3 rounded-md border border-line bg-page p-4 wrap-anywhere"
          >
            <p className="text-sm text-ink-faint">With made-up values, it reads:</p>
            <Mail words={preview.data} />
          </section>
        )}
      </div>
    </Card>
  )
}

/**
 * What is typed here, else what is saved. `seen` is what was saved when the typing began: if somebody
 * saves other words meanwhile, nothing is written over them before they have been shown.
 */
function useMailWords(kind: MailKindName, own: MailTemplate | undefined) {
  const [typed, setTyped] = useState<Words>()
  const [seen, setSeen] = useState<Words>()
  const [clash, setClash] = useState('')
  const forget = () => {
    setTyped(undefined)
    setSeen(undefined)
    setClash('')
  }
  const save = useSaveMailTemplate({
    onSaved: forget,
    onClash: async (words) => {
      const { mails } = await reloadSettings()
      setSeen(wordsIn(mails.find((mail) => mail.kind === kind)))
      setClash(words)
    },
  })
  return {
    words: typed ?? wordsIn(own),
    seen: seen ?? wordsIn(own),
    change: (words: Words) => {
      setTyped(words)
      setSeen((before) => before ?? wordsIn(own))
    },
    forget,
    clash,
    save,
  }
}

function Mail({ words: { subject, text } }: { words: Words }) {
  if (text === '') return <p>The portal’s own words are used.</p>
  return (
    <div className="grid gap-3 wrap-anywhere">
      <p className="text-lg font-semibold">{subject}</p>
      <p className="whitespace-pre-line">{text}</p>
    </div>
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
