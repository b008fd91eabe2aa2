import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { errorMessage } from '#platform/web/api/call.ts'
import { toast } from '#platform/web/toast/toast.ts'
import {
  clearUploads,
  findUpload,
  resendUploaded,
  subscribeToUploads,
  type Upload,
  type UploadQueue,
  waitUntilSettled,
} from '#platform/web/uploads/upload-queue.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { PaperKind } from '../../contract.ts'
import { isPaperKind } from '../../rules.ts'
import { isUploadMissing, tellFailure } from '../calls.ts'
import {
  countFiles,
  deleteDraft,
  type FormValues,
  fieldErrors,
  fieldOfRefusal,
  type StoredPapers,
} from './draft.ts'

interface SubmissionNeeds {
  type: MemberRole
  slot: string
  form: UseFormReturn<FormValues>
  uploads: UploadQueue
  present: StoredPapers
  send: (typed: FormValues, uploads: UploadQueue, present: StoredPapers) => Promise<unknown>
  onSent: () => void
  jump: (name: string) => void
}

/**
 * Sends a form once, however often it is asked to: first what is wrong is shown, then the files
 * arrive, then the form goes. Whatever fails, everything stays; only what has arrived is forgotten.
 */
export function useSubmission(needs: SubmissionNeeds) {
  const busy = useRef(false)
  const [isSending, setSending] = useState(false)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [paperProblem, setPaperProblem] = useState<Partial<Record<PaperKind, string>>>({})

  const showAt = (name: string, message: string) => {
    if (isPaperKind(name)) setPaperProblem({ [name]: message })
    else needs.form.setError(name as keyof FormValues, { type: 'contract', message })
    // After the message stands there, so that the field says it when it gets the focus.
    setTimeout(() => needs.jump(name))
  }

  const forgive = (kind: PaperKind) => setPaperProblem((now) => ({ ...now, [kind]: undefined }))

  const submit = async () => {
    if (busy.current) return
    busy.current = true
    setTried(true)
    setSending(true)
    setFailure(undefined)
    setPaperProblem({})
    try {
      if (await isReady(needs, showAt, forgive)) {
        await sendAll(needs)
        finish(needs)
      }
    } catch (error) {
      setFailure(kept)
      const name = fieldOfRefusal(needs.type, errorMessage(error, ''))
      if (name) showAt(name, errorMessage(error, ''))
      else tellFailure(error, 'Failed to submit application')
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return {
    submit,
    isSending,
    tried,
    failure,
    paperProblem,
    forgive,
  }
}

const kept = 'Not sent yet. Nothing is lost: please try again in a moment.'

const nothing = () => {}

/** True when nothing is wrong and every file has arrived; else the first obstacle is shown. */
async function isReady(
  needs: SubmissionNeeds,
  showAt: (name: string, message: string) => void,
  forgive: (kind: PaperKind) => void,
) {
  const { form, uploads } = needs
  // From here on every field says at once when it is right again.
  await form.handleSubmit(nothing, nothing)()
  if (showFirstWrong(needs)) return false
  await waitUntilSettled(uploads)
  if (showFirstWrong(needs)) return false
  const stuck = uploads.list.find(({ state }) => state === 'failed')
  if (!stuck) return true
  showAt(stuck.kind, `${stuck.name} has not been uploaded yet`)
  const { kind } = stuck
  if (isPaperKind(kind)) whenMoving(uploads, stuck, () => forgive(kind))
  return false
}

/** Calls once when a file that waited for the person goes on, or is taken out. */
function whenMoving(uploads: UploadQueue, { id }: Upload, call: () => void) {
  const stop = subscribeToUploads(uploads, () => {
    if (findUpload(uploads, id)?.state === 'failed') return
    stop()
    call()
  })
}

function showFirstWrong({ type, form, uploads, present, jump }: SubmissionNeeds): boolean {
  const first = fieldErrors(type, form.getValues(), countFiles(uploads.list, present))[0]
  if (first) setTimeout(() => jump(first.name))
  return first !== undefined
}

/** Uploads that the portal has swept meanwhile travel again, and the form after them. */
async function sendAll({ form, uploads, present, send }: SubmissionNeeds) {
  try {
    await send(form.getValues(), uploads, present)
  } catch (error) {
    if (!isUploadMissing(error)) throw error
    toast({
      title: 'Uploading your files again',
      description: 'They were no longer with us; your application follows by itself.',
    })
    resendUploaded(uploads)
    await waitUntilSettled(uploads)
    await send(form.getValues(), uploads, present)
  }
}

function finish({ slot, uploads, onSent }: SubmissionNeeds) {
  deleteDraft(slot)
  clearUploads(uploads)
  onSent()
}
