import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { portal } from '#platform/web/api/portal-info.ts'
import { ConfirmDialog } from '#platform/web/dialog/ConfirmDialog.tsx'
import { Sheet } from '#platform/web/layout/Sheet.tsx'
import { isLocalStorageAvailable } from '#platform/web/state/web-storage.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { clearUploads, uploadQueueFor } from '#platform/web/uploads/upload-queue.ts'
import type { MemberRole } from '#shared/roles.ts'
import { buildFormData, sendApplication } from '../calls.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import {
  type Draft,
  deleteDraft,
  deleteOrphanUploads,
  isBlank,
  loadDraft,
  newDraft,
  saveDraft,
  sharedFields,
} from './draft.ts'
import { TypeChoice } from './TypeChoice.tsx'

/** One form on the screen, and what was typed before that could stand in it instead. */
interface Opened {
  type: MemberRole
  draft: Draft
  hasSomething: boolean
  /** The draft of this type from before the type was changed. */
  before?: Draft | undefined
  /** What both types ask for, as typed for the other one. */
  shared?: Draft | undefined
}

/** The public application for membership (contract 2 and 5). */
export function ApplyScreen({ type }: { type: MemberRole }) {
  const [, navigate] = useLocation()
  const [opened, setOpened] = useState(() => openFirst(type))
  // The address tells the type: with another one the form is another one, and empty.
  if (opened.type !== type) setOpened(openOther(type))

  useEffect(() => void deleteOrphanUploads(), [])

  const startAfresh = () => {
    clearUploads(uploadQueueFor(opened.draft.key))
    deleteDraft(type)
    setOpened({ type, draft: newDraft(), hasSomething: false })
  }
  const bringBack = (draft: Draft) => {
    saveDraft(type, draft)
    setOpened({ type, draft, hasSomething: true })
  }
  const arrived = () => {
    navigate('/')
    toast({
      title: 'Application Submitted',
      description: 'Your application has been submitted for review.',
    })
  }
  return (
    <Sheet title={`Apply for ${portal.association_short_name} Membership`} lead={<BackToLogin />}>
      <div className="grid gap-4 px-5 pt-2 pb-5 sm:px-8">
        <p className="max-w-prose text-ink-soft">{introductions[type]}</p>
        <TypeChoice
          type={type}
          onChoose={(chosen) => navigate(`/apply/${chosen}`, { replace: true })}
        />
        <Offers opened={opened} onTake={bringBack} />
        <KeptLine hasSomething={opened.hasSomething} onAfresh={startAfresh} />
      </div>
      <ApplicationForm
        key={opened.draft.key}
        type={opened.type}
        slot={opened.type}
        draft={opened.draft}
        asksConsent
        submitLabel="Submit Application"
        send={(typed, uploads) =>
          sendApplication(buildFormData(opened.type, typed, uploads), opened.draft.key)
        }
        onSent={arrived}
        onTyped={() =>
          setOpened((now) => (now.hasSomething ? now : { ...now, hasSomething: true }))
        }
      />
    </Sheet>
  )
}

const typeWords: Record<MemberRole, string> = { oem: 'an OEM Member', vendor: 'a Vendor' }

const introductions: Record<MemberRole, string> = {
  oem: 'For manufacturers. Have a photo of yourself at hand, your incorporation certificate, the company PAN card and a few photos of your factory.',
  vendor:
    'For suppliers and service providers. Have a photo of yourself at hand; the rest you know by heart.',
}

const other = (type: MemberRole): MemberRole => (type === 'oem' ? 'vendor' : 'oem')

/** At first the form is as it was left on this device. */
function openFirst(type: MemberRole): Opened {
  const draft = loadDraft(type)
  if (draft) return { type, draft, hasSomething: true }
  return { type, draft: newDraft(), hasSomething: false, shared: sharedDraft(type) }
}

/** After a change of type the form is empty; what was typed is offered, not put in. */
function openOther(type: MemberRole): Opened {
  const before = loadDraft(type)
  const shared = sharedDraft(type)
  return { type, draft: newDraft(), hasSomething: false, before, shared }
}

function sharedDraft(type: MemberRole): Draft | undefined {
  const typed = loadDraft(other(type))?.typed
  const shared = typed && sharedFields(other(type), type, typed)
  return shared && !isBlank(shared) ? newDraft(shared) : undefined
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

function Offers({ opened, onTake }: { opened: Opened; onTake: (draft: Draft) => void }) {
  const { type, before, shared } = opened
  if (before)
    return (
      <Banner
        tone="accent"
        action={
          <Button size="sm" onClick={() => onTake(before)}>
            Bring it back
          </Button>
        }
      >
        You have filled in an application as {typeWords[type]} before.
      </Banner>
    )
  if (!shared) return null
  return (
    <Banner
      tone="accent"
      action={
        <Button size="sm" onClick={() => onTake(shared)}>
          Take it over
        </Button>
      }
    >
      What you typed as {typeWords[other(type)]} is kept. Name, company and addresses can be taken
      over into this form.
    </Banner>
  )
}

/** Says where what is typed stays, and the way to be rid of it. */
function KeptLine({ hasSomething, onAfresh }: { hasSomething: boolean; onAfresh: () => void }) {
  const [asks, setAsks] = useState(false)
  const [isOpen] = useState(isLocalStorageAvailable)
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 text-sm text-ink-faint">
      <p>
        {isOpen
          ? 'Kept on this device until you send it.'
          : 'This browser keeps nothing: please send the form before you close the page.'}
      </p>
      {hasSomething && (
        <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setAsks(true)}>
          Start afresh
        </Button>
      )}
      <ConfirmDialog
        open={asks}
        title="Start afresh?"
        confirmLabel="Start afresh"
        cancelLabel="Keep it"
        destructive
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false)
          onAfresh()
        }}
      >
        Everything you typed and every file you chose for this form is removed from this device.
      </ConfirmDialog>
    </div>
  )
}
