import ArrowLeft from 'lucide-react/icons/arrow-left'
import Send from 'lucide-react/icons/send'
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useIsPhone } from '#platform/web/layout/phone.ts'
import { Badge } from '#platform/web/ui/Badge.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { type MailTemplate, mailTemplate } from '../contract.ts'
import { commonExamples, type MailKindName, mailKinds, placeholdersOf } from '../mail-kinds.ts'
import { reloadSettings, useSaveMailTemplate, useTestMail } from './calls.ts'
import { MailPreview } from './MailPreview.tsx'
import { type MailDraft, type MailText, setMailDraft, storedMailDraft } from './mail-drafts.ts'

interface MailEditorProps {
  kind: MailKindName
  /** Undefined for the default text. */
  saved: MailTemplate | undefined
  /** Where answers go; empty for the sender. */
  replyTo: string
  onClose: () => void
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** Edits the text of a mail, beside a preview that follows the typing. */
export function MailEditor({ kind, saved, replyTo, onClose }: MailEditorProps) {
  const { draft, isDirty, change, base, discard, conflict, save } = useMailDraft(kind, saved)
  const test = useTestMail()
  const subject = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const { template, errors } = validate(kind, draft)
  const shown = useSettled(template)
  const isDefault = isSameText(draft, mailKinds[kind])
  const handleReset = () => {
    discard()
    if (saved) save.mutate({ body: { kind, ...noText, seen: base } })
  }
  const back = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    // Not when the address was opened: then the screen begins at its heading.
    if (history.state?.opened !== 'mail') return
    back.current?.querySelector('button')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!template || save.isPending) return
    save.mutate({ body: { kind, ...(isDefault ? noText : textOf(template)), seen: base } })
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid max-w-6xl grid-cols-1 gap-2">
      <span ref={back} className="-ml-2">
        <Button variant="quiet" size="sm" icon={<ArrowLeft aria-hidden="true" />} onClick={onClose}>
          All emails
        </Button>
      </span>
      <Card
        title={
          <span className="flex flex-wrap items-center gap-x-2.5">
            {mailKinds[kind].label}
            <Badge tone={saved ? 'accent' : 'neutral'}>
              {saved ? 'Customised' : 'Default text'}
            </Badge>
          </span>
        }
        description={mailKinds[kind].when}
        actions={
          <>
            {(saved || !isDefault) && (
              <Button variant="ghost" disabled={save.isPending} onClick={handleReset}>
                Reset to default
              </Button>
            )}
            <Button
              variant="soft"
              icon={<Send aria-hidden="true" />}
              disabled={!template}
              pending={test.isPending}
              onClick={() => template && test.mutate({ body: template })}
            >
              Send me a test email
            </Button>
          </>
        }
      >
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
          <div className="grid min-w-0 grid-cols-1 content-start gap-4">
            <TextField
              ref={subject}
              label="Subject"
              autoComplete="off"
              value={draft.subject}
              error={errors.subject}
              onChange={({ target }) => change({ ...draft, subject: target.value })}
            />
            <TextAreaField
              ref={text}
              label="Text"
              className="lg:[&>textarea]:min-h-75"
              hint="Leave an empty line between paragraphs. The button and the closing are added below the text."
              rows={12}
              limit={4000}
              value={draft.text}
              error={errors.text}
              onChange={({ target }) => change({ ...draft, text: target.value })}
            />
            <Placeholders kind={kind} subject={subject} text={text} />
            {conflict && (
              <Banner tone="danger" title={conflict}>
                <SavedText mail={base} />
              </Banner>
            )}
          </div>
          {shown && <MailPreview template={shown} replyTo={replyTo} />}
        </div>
      </Card>
      <SaveBar
        keepsDraft
        dirty={isDirty}
        pending={save.isPending}
        disabled={!template}
        onDiscard={discard}
      />
    </form>
  )
}

const noText: MailText = { subject: '', text: '' }
const textOf = ({ subject, text }: MailText): MailText => ({ subject, text })
const isEqual = (a: MailText, b: MailText) => a.subject === b.subject && a.text === b.text
const isSameText = (a: MailText, b: MailText) =>
  a.subject.trim() === b.subject.trim() && a.text.trim() === b.text.trim()

/** The valid template, else the first error of each field. */
function validate(kind: MailKindName, { subject, text }: MailText) {
  // When both fields are empty, the schema takes the default text.
  if (subject.trim() === '' && text.trim() === '')
    return {
      errors: { subject: 'Please enter a subject', text: 'Please enter the text of the email' },
    }
  const parsed = mailTemplate.safeParse({ kind, subject, text })
  if (parsed.success) return { template: parsed.data, errors: {} }
  const messageAt = (field: keyof MailText) =>
    parsed.error.issues.find(({ path }) => path[0] === field)?.message
  return { errors: { subject: messageAt('subject'), text: messageAt('text') } }
}

/** The last valid template, once it has not changed for a moment. */
function useSettled(template: MailTemplate | undefined) {
  const [settled, setSettled] = useState(template)
  const key = JSON.stringify(template)
  useEffect(() => {
    if (key === undefined) return
    const timeout = setTimeout(() => setSettled(JSON.parse(key) as MailTemplate), 300)
    return () => clearTimeout(timeout)
  }, [key])
  return settled
}

/**
 * The text of a mail while it is edited, initially as saved or else the default. When another
 * administrator has saved a different one since the first edit, saving fails with a conflict that shows
 * it first; saving again replaces it.
 */
function useMailDraft(kind: MailKindName, saved: MailTemplate | undefined) {
  // Not only in the cache: that tells its readers later, and the cursor would jump while typing.
  const [edited, setEdited] = useState(() => storedMailDraft(kind))
  const setDraft = (next: MailDraft | undefined) => {
    setEdited(next)
    setMailDraft(kind, next)
  }
  const [conflict, setConflict] = useState('')
  const savedText = saved ? textOf(saved) : noText
  const current = saved ? savedText : textOf(mailKinds[kind])
  const base = edited?.base ?? savedText
  const discard = () => {
    setDraft(undefined)
    setConflict('')
  }
  const save = useSaveMailTemplate({
    onSaved: discard,
    onConflict: async (message) => {
      const { mails } = await reloadSettings()
      const now = mails.find((mail) => mail.kind === kind)
      setDraft({ ...(edited ?? current), base: now ? textOf(now) : noText })
      setConflict(message)
    },
  })
  const draft = edited ?? current
  return {
    draft,
    isDirty: !isSameText(draft, current),
    base,
    change: (next: MailText) => setDraft(isEqual(next, current) ? undefined : { ...next, base }),
    discard,
    conflict,
    save,
  }
}

function SavedText({ mail: { subject, text } }: { mail: MailText }) {
  if (text === '') return <p>The default text is used now.</p>
  return (
    <div className="mt-2 grid gap-2 wrap-anywhere">
      <p className="font-semibold">{subject}</p>
      <p className="whitespace-pre-line">{text}</p>
    </div>
  )
}

interface PlaceholdersProps {
  kind: MailKindName
  subject: RefObject<HTMLInputElement | null>
  text: RefObject<HTMLTextAreaElement | null>
}

/** The placeholders of the mail with examples; pressing one inserts it at the cursor of the field last used. */
function Placeholders({ kind, subject, text }: PlaceholdersProps) {
  const id = useId()
  const own: Record<string, string> = mailKinds[kind].examples
  const greeting = own.name ? `Dear ${own.name},` : 'Hello,'
  const examples: Record<string, string> = { greeting, ...own, ...commonExamples }
  const lastUsed = useRef<Control>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      if (target === subject.current || target === text.current)
        lastUsed.current = target as Control
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [subject, text])
  return (
    <details open={!useIsPhone()} className="text-sm">
      <summary id={id} className="py-1 text-ink-soft touch:py-3">
        Insert at the cursor
      </summary>
      <ul aria-labelledby={id} className="-mx-1.5 grid grid-cols-1">
        {placeholdersOf(kind).map((name) => (
          <li key={name} className="relative flex items-center gap-3 rounded-md hover:bg-hover">
            <button
              type="button"
              className="min-h-7 w-48 shrink-0 rounded-md px-1.5 text-left text-accent-text after:absolute after:inset-0 touch:min-h-11"
              onClick={() => {
                const control = lastUsed.current ?? moveToEnd(text.current)
                if (control) insertAtCursor(control, `{${name}}`)
              }}
            >
              {`{${name}}`}
            </button>
            <span className="one-line pr-1.5 text-ink-soft">{examples[name]}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function moveToEnd(control: HTMLTextAreaElement | null) {
  control?.setSelectionRange(control.value.length, control.value.length)
  return control
}

function insertAtCursor(control: Control, inserted: string) {
  control.setRangeText(inserted, control.selectionStart ?? 0, control.selectionEnd ?? 0, 'end')
  // React reads the value from this event.
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.focus()
}
