import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { portal } from '#platform/web/api/portal-info.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { FormPage } from '#platform/web/layout/FormPage.tsx'
import { isLocalStorageAvailable } from '#platform/web/state/local-storage-available.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { clearUploads, uploadQueueFor } from '#platform/web/uploads/upload-queue.ts'
import type { MemberRole } from '#shared/roles.ts'
import { applicationNumber } from '../../rules.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import { sendApplication } from './calls.ts'
import {
  type Draft,
  deleteDraft,
  deleteOrphanUploads,
  loadDraft,
  newDraft,
  saveDraft,
} from './draft.ts'
import { isEmpty, sharedValues } from './fields.ts'
import { buildFormData } from './form-data.ts'
import { type SentNote, saveSentNote } from './sent-note.ts'
import { TypeChoice } from './TypeChoice.tsx'

/** The form on the screen and the drafts it can be filled from. */
interface OpenForm {
  type: MemberRole
  draft: Draft
  /** True when there is something to discard. */
  hasDraft: boolean
  /** The stored draft of this type, offered after a change of the type. */
  previous?: Draft | undefined
  /** The values that the draft of the other type shares with this one. */
  shared?: Draft | undefined
}

/** The public application for membership (contract 2.9). */
export function ApplyScreen({ type }: { type: MemberRole }) {
  const [, navigate] = useLocation()
  const [openForm, setOpenForm] = useState(() => initialForm(type))
  // The URL has the type: another type opens another form, which is empty at first.
  if (openForm.type !== type) setOpenForm(formAfterTypeChange(type))

  useEffect(() => void deleteOrphanUploads(), [])

  const startOver = () => {
    clearUploads(uploadQueueFor(openForm.draft.key))
    deleteDraft(type)
    setOpenForm({ type, draft: newDraft(), hasDraft: false })
  }
  const restoreDraft = (draft: Draft) => {
    saveDraft(type, draft)
    setOpenForm({ type, draft, hasDraft: true })
  }
  const sent = useRef<SentNote>(undefined)
  const handleSent = () => {
    if (sent.current) saveSentNote(sent.current)
    navigate('/')
    toast({
      title: 'Application Submitted',
      description: 'Your application has been submitted for review.',
    })
  }
  return (
    <FormPage
      title={`Apply for ${portal.association_short_name} Membership`}
      lead={<BackToLogin />}
      hasParts
      intro={
        <>
          <p className="max-w-prose text-md text-ink-soft">{introductions[type]}</p>
          <div className="relative">
            <TypeChoice
              type={type}
              onChange={(selected) => navigate(`/apply/${selected}`, { replace: true })}
            />
            <StorageNotice hasDraft={openForm.hasDraft} onStartOver={startOver} />
          </div>
          <DraftOffers openForm={openForm} onRestore={restoreDraft} />
        </>
      }
    >
      <ApplicationForm
        key={openForm.draft.key}
        type={openForm.type}
        slot={openForm.type}
        draft={openForm.draft}
        asksConsent
        submitLabel="Submit Application"
        send={async (values, uploads) => {
          const form = buildFormData(openForm.type, values, uploads)
          const answer = await sendApplication(form, openForm.draft.key)
          sent.current = {
            number: applicationNumber(answer.id),
            email: values.email,
            isDelayed: answer.mail_delayed ?? false,
          }
        }}
        onSent={handleSent}
        onChange={() =>
          setOpenForm((current) => (current.hasDraft ? current : { ...current, hasDraft: true }))
        }
      />
    </FormPage>
  )
}

const typeWithArticle: Record<MemberRole, string> = { oem: 'an OEM Member', vendor: 'a Vendor' }

const introductions: Record<MemberRole, string> = {
  oem: "For manufacturers. You'll need a photo of yourself, your incorporation certificate, the company PAN card and a few photos of your factory.",
  vendor: "For suppliers and service providers. You'll need a photo of yourself.",
}

const otherType = (type: MemberRole): MemberRole => (type === 'oem' ? 'vendor' : 'oem')

/** The form with the draft stored on this device. */
function initialForm(type: MemberRole): OpenForm {
  const draft = loadDraft(type)
  if (draft) return { type, draft, hasDraft: true }
  return { type, draft: newDraft(), hasDraft: false, shared: sharedDraft(type) }
}

/** An empty form; stored drafts are offered, not filled in. */
function formAfterTypeChange(type: MemberRole): OpenForm {
  const previous = loadDraft(type)
  const shared = sharedDraft(type)
  return { type, draft: newDraft(), hasDraft: false, previous, shared }
}

function sharedDraft(type: MemberRole): Draft | undefined {
  const values = loadDraft(otherType(type))?.values
  const shared = values && sharedValues(otherType(type), type, values)
  return shared && !isEmpty(shared) ? newDraft(shared) : undefined
}

function BackToLogin() {
  return (
    <ButtonLink
      href="/login"
      variant="ghost"
      size="sm"
      className="-ml-2.5"
      icon={<ArrowLeft aria-hidden="true" />}
    >
      Back to Login
    </ButtonLink>
  )
}

function DraftOffers({
  openForm,
  onRestore,
}: {
  openForm: OpenForm
  onRestore: (draft: Draft) => void
}) {
  const { type, previous, shared } = openForm
  if (previous)
    return (
      <DraftOffer action="Restore draft" onAccept={() => onRestore(previous)}>
        You have a saved draft of an application as {typeWithArticle[type]}.
      </DraftOffer>
    )
  if (!shared) return null
  return (
    <DraftOffer action="Copy details" onAccept={() => onRestore(shared)}>
      Your draft as {typeWithArticle[otherType(type)]} is saved. You can copy name, company and
      addresses into this form.
    </DraftOffer>
  )
}

function DraftOffer({
  action,
  onAccept,
  children,
}: {
  action: string
  onAccept: () => void
  children: ReactNode
}) {
  const button = (
    <Button size="sm" onClick={onAccept}>
      {action}
    </Button>
  )
  return (
    <Banner tone="accent" action={button}>
      {children}
    </Banner>
  )
}

/** Says whether the draft is stored on the device, with a button that discards it. */
function StorageNotice({ hasDraft, onStartOver }: { hasDraft: boolean; onStartOver: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  const [isStored] = useState(isLocalStorageAvailable)
  return (
    // In the line of the label above: nothing moves when the first character is typed.
    <div
      className={classNames(
        'flush-end flex flex-wrap items-center gap-x-3 text-sm text-ink-faint max-sm:mt-2 max-sm:-mb-2 max-sm:min-h-8',
        isStored ? 'sm:absolute sm:-top-1.5 sm:right-0' : 'sm:mt-3',
      )}
    >
      {hasDraft && isStored && <p>Draft saved on this device.</p>}
      {!hasDraft && isStored && <p className="sm:hidden">Drafts are saved on this device.</p>}
      {!isStored && (
        <p>
          Drafts can't be saved in this browser. Please submit the form before you close the page.
        </p>
      )}
      {hasDraft && (
        <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setConfirming(true)}>
          Start over
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        title="Start over?"
        confirmLabel="Start over"
        cancelLabel="Keep draft"
        destructive
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          onStartOver()
        }}
      >
        Everything you entered and every file you selected for this form will be removed from this
        device.
      </ConfirmDialog>
    </div>
  )
}
