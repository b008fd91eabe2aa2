import { useId, useState } from 'react'
import { portal } from '#platform/web/api/portal-info.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { readSentNote, removeSentNote } from './sent-note.ts'

/** What happens after an application was sent; nothing once it is dismissed. */
export function SentNotice() {
  const [note, setNote] = useState(readSentNote)
  const id = useId()
  if (!note) return null
  const dismiss = () => {
    removeSentNote()
    setNote(undefined)
  }
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-md border border-line bg-page px-4 py-4 text-sm"
    >
      <h2 id={id} className="text-base">
        What happens next
      </h2>
      <p>
        Your application number is{' '}
        <strong className="font-semibold whitespace-nowrap tabular-nums">{note.number}</strong>.
        Quote it when you write to the office.
      </p>
      <ol className="grid list-decimal gap-2 pl-5 text-ink-soft">
        <li>
          We've emailed a private link to{' '}
          <strong className="font-semibold wrap-anywhere text-ink">{note.email}</strong>. Open it
          once to confirm your email. With it you can check the status or withdraw at any time.
          {note.isDelayed && (
            <span className="block font-medium text-warning-text">
              Our emails are delayed at the moment: if nothing has come by tomorrow, please write to
              the office.
            </span>
          )}
        </li>
        <li>
          The office of {portal.association_name} reviews your details and documents. If something
          is missing, we'll email you what to change.
        </li>
        <li>
          We'll email you our decision, usually within a few working days. If you hear nothing for
          two weeks, reply to our email.
        </li>
      </ol>
      <Button size="sm" className="justify-self-start" onClick={dismiss}>
        Got it
      </Button>
    </section>
  )
}
