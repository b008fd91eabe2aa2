import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { User } from '#features/members/contract.ts'
import { Banner } from '#platform/web/Banner.tsx'
import { Button } from '#platform/web/Button.tsx'
import { statusOf } from '#platform/web/call.ts'
import { Dialog } from '#platform/web/Dialog.tsx'
import { forget, recall, remember } from '#platform/web/tab-memory.ts'
import { emptyPosting, type Job, type JobPosting, jobPosting } from '../contract.ts'
import { useEditPosting, usePostJob } from './calls.ts'
import { JobFields, tellFrom } from './JobForm.tsx'

/** Posting a job (specification section 2). However it is closed, what was typed is kept. */
export function PostJobDialog({
  user,
  onClose,
  onPosted,
}: {
  user: User
  onClose: () => void
  onPosted: () => void
}) {
  const postJob = usePostJob()
  return (
    <PostingDialog
      owner={user.id}
      note="job-draft"
      blank={emptyPosting}
      title="Post New Job"
      description="An admin reviews the job before it shows on the board."
      submitLabel="Post Job"
      onClose={onClose}
      send={async (posting, key) => {
        await postJob.mutateAsync({ posting, company_name: user.company_name ?? '', key })
        onPosted()
      }}
    />
  )
}

/** Changing a posting of one's own; new words are reviewed again. */
export function EditPostingDialog({
  user,
  job,
  onClose,
}: {
  user: User
  job: Job
  onClose: () => void
}) {
  const editPosting = useEditPosting(job.id)
  const { title, description, location, location_type, employment_type, how_to_apply } = job
  const isOpen = job.status !== 'withdrawn' && job.status !== 'filled'
  return (
    <PostingDialog
      owner={user.id}
      note={`job-draft ${job.id}`}
      blank={{ title, description, location, location_type, employment_type, how_to_apply }}
      title="Edit Job"
      description={
        isOpen
          ? 'After a change the job is off the board until an admin has reviewed it again.'
          : 'The job stays closed until you renew it.'
      }
      submitLabel="Save Changes"
      onClose={onClose}
      send={async (posting) => {
        await editPosting.mutateAsync(posting)
        onClose()
      }}
    />
  )
}

interface PostingDialogProps {
  /** Whose draft it is: nobody else who signs in on this device gets it offered. */
  owner: string
  /** The name the draft is kept under. */
  note: string
  blank: JobPosting
  title: string
  description: string
  submitLabel: string
  onClose: () => void
  send: (posting: JobPosting, key: string) => Promise<void>
}

function PostingDialog({ owner, note, blank, onClose, send, ...words }: PostingDialogProps) {
  const id = useId()
  const [draft, setDraft] = useState(() => keptDraft(note, owner))
  const [key, setKey] = useState(() => draft?.key ?? newKey())
  const form = useForm<JobPosting, unknown, JobPosting>({
    resolver: zodResolver(jobPosting),
    defaultValues: { ...blank, ...draft?.typed },
  })
  const { isDirty, isSubmitting } = form.formState
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (isSame(values, blank)) forget(note)
          else remember(note, { owner, key, typed: values })
        },
      }),
    [form, note, owner, key, blank],
  )

  const handleSubmit = form.handleSubmit(async (posting) => {
    try {
      await send(posting, key)
      forget(note)
    } catch (error) {
      // Already posted under this key: whoever presses again means a job of its own.
      if (statusOf(error) === 409) setKey(newKey())
    }
  })

  function startAfresh() {
    forget(note)
    setDraft(undefined)
    setKey(newKey())
    form.reset(blank)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.description}
      size="lg"
      dirty={isDirty || draft !== undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            {words.submitLabel}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={handleSubmit} noValidate className="grid gap-5">
        {draft && (
          <Banner
            tone="accent"
            action={
              <Button size="sm" onClick={startAfresh} disabled={isSubmitting}>
                Start afresh
              </Button>
            }
          >
            What you typed before is still here.
          </Banner>
        )}
        <JobFields
          told={tellFrom(form)}
          titleLabel="Job Title"
          descriptionLabel="Job Description"
        />
      </form>
    </Dialog>
  )
}

/** What the same person had typed here and not sent, or undefined. */
function keptDraft(note: string, owner: string) {
  const kept = recall(note)
  if (!isRecord(kept) || kept.owner !== owner || !isRecord(kept.typed)) return undefined
  const words = Object.entries(kept.typed).filter(
    ([name, value]) => name in emptyPosting && typeof value === 'string',
  )
  const typed: Partial<JobPosting> = Object.fromEntries(words)
  return { typed, key: typeof kept.key === 'string' ? kept.key : newKey() }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isSame = (one: JobPosting, other: JobPosting): boolean =>
  Object.keys(emptyPosting).every((name) => Reflect.get(one, name) === Reflect.get(other, name))

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
