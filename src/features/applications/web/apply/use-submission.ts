import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#platform/web/api/call.ts'
import { errorToast } from '#platform/web/toast/error-toast.ts'
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
import type { PaperKind } from '../../papers.ts'
import { isPaperKind, type PaperUrls } from '../../rules.ts'
import { type DraftSlot, deleteDraft } from './draft.ts'
import { countFiles, type FormValues, fieldErrors, fieldOfRefusal } from './fields.ts'

interface SubmissionOptions {
  type: MemberRole
  slot: DraftSlot
  form: UseFormReturn<FormValues>
  uploads: UploadQueue
  storedPapers: PaperUrls
  send: (values: FormValues, uploads: UploadQueue, storedPapers: PaperUrls) => Promise<unknown>
  onSent: () => void
  focusField: (name: string) => void
}

/**
 * Submits the form: shows the first error, waits for the uploads, sends. Further calls while one is
 * running do nothing. The draft and its uploads are deleted only after success.
 */
export function useSubmission(options: SubmissionOptions) {
  const isRunning = useRef(false)
  const [isSending, setSending] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [paperErrors, setPaperErrors] = useState<Partial<Record<PaperKind, string>>>({})

  const showError = (name: string, message: string) => {
    if (isPaperKind(name)) setPaperErrors({ [name]: message })
    else options.form.setError(name as keyof FormValues, { type: 'contract', message })
    // After rendering, so that screen readers announce the message when the field is focused.
    setTimeout(() => options.focusField(name))
  }

  const clearPaperError = (kind: PaperKind) =>
    setPaperErrors((shown) => ({ ...shown, [kind]: undefined }))
  const errors: FieldErrors = { showError, clearPaperError }

  /** Shows a refusal in the field that it names; false when the form has no such field. */
  const showInField = (error: unknown): boolean => {
    if (!(error instanceof ApiError)) return false
    const name = fieldOfRefusal(options.type, error)
    if (name) showError(name, error.text)
    return name !== undefined
  }

  const submit = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setHasTried(true)
    setSending(true)
    setFailure(undefined)
    setPaperErrors({})
    try {
      const isSent = (await isReady(options, errors)) && (await sendWithUploads(options, errors))
      if (isSent) finish(options)
    } catch (error) {
      setFailure(notSentMessage)
      if (!showInField(error)) errorToast(error, 'Failed to submit application')
    } finally {
      isRunning.current = false
      setSending(false)
    }
  }
  return { submit, isSending, hasTried, failure, paperErrors, clearPaperError }
}

const notSentMessage = 'Not submitted yet. Your entries are saved: please try again in a moment.'

const doNothing = () => {}

interface FieldErrors {
  showError: (name: string, message: string) => void
  clearPaperError: (kind: PaperKind) => void
}

/** True when the form has no errors and all files are uploaded; otherwise shows the first problem. */
async function isReady(options: SubmissionOptions, errors: FieldErrors): Promise<boolean> {
  // Marks the form as submitted, so that every field is validated on change from now on.
  await options.form.handleSubmit(doNothing, doNothing)()
  return !focusFirstError(options) && (await areFilesUploaded(options, errors))
}

/** Waits for the uploads. False when one has failed or a required one was refused, which is shown. */
async function areFilesUploaded(
  options: SubmissionOptions,
  { showError, clearPaperError }: FieldErrors,
): Promise<boolean> {
  const { uploads } = options
  await waitUntilSettled(uploads)
  if (focusFirstError(options)) return false
  const failed = uploads.list.find(({ state }) => state === 'failed')
  if (!failed) return true
  showError(failed.kind, `${failed.name} has not been uploaded yet`)
  const { kind } = failed
  if (isPaperKind(kind)) onceNotFailed(uploads, failed, () => clearPaperError(kind))
  return false
}

/** Calls `callback` once when a failed upload is retried or removed. */
function onceNotFailed(uploads: UploadQueue, { id }: Upload, callback: () => void) {
  const unsubscribe = subscribeToUploads(uploads, () => {
    if (findUpload(uploads, id)?.state === 'failed') return
    unsubscribe()
    callback()
  })
}

function focusFirstError({
  type,
  form,
  uploads,
  storedPapers,
  focusField,
}: SubmissionOptions): boolean {
  const first = fieldErrors(type, form.getValues(), countFiles(uploads.list, storedPapers))[0]
  if (first) setTimeout(() => focusField(first.name))
  return first !== undefined
}

/**
 * Sends the form. When the server has deleted an upload, uploads all files again and sends the form
 * once more; false when one of them cannot be uploaded again.
 */
async function sendWithUploads(options: SubmissionOptions, errors: FieldErrors): Promise<boolean> {
  const { form, uploads, storedPapers, send } = options
  try {
    await send(form.getValues(), uploads, storedPapers)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'upload-gone')) throw error
    toast({
      title: 'Uploading your files again',
      description:
        'We no longer had your files. Uploading them again; your application will be sent automatically.',
    })
    resendUploaded(uploads)
    if (!(await areFilesUploaded(options, errors))) return false
    await send(form.getValues(), uploads, storedPapers)
  }
  return true
}

function finish({ slot, uploads, onSent }: SubmissionOptions) {
  deleteDraft(slot)
  clearUploads(uploads)
  onSent()
}
