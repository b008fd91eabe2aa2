import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useAutosave } from '#platform/web/form/form-draft.ts'
import {
  isInProgress,
  type Upload,
  type UploadQueue,
  uploadQueueFor,
  useUploadSelector,
} from '#platform/web/uploads/upload-queue.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { PaperKind } from '../../papers.ts'
import { fileErrors, type PaperUrls } from '../../rules.ts'
import { ConsentSection } from './ConsentSection.tsx'
import { AdditionalDetails, BasicDetails, type DetailsFormState } from './detail-fields.tsx'
import { type Draft, type DraftSlot, saveDraft } from './draft.ts'
import { countFiles, emptyValues, type FileCounts, type FormValues, fieldErrors } from './fields.ts'
import { PartList } from './PartList.tsx'
import { SubmitBar } from './SubmitBar.tsx'
import { UploadFields } from './UploadFields.tsx'
import { useSubmission } from './use-submission.ts'

interface ApplicationFormProps {
  type: MemberRole
  /** Where the draft is stored. */
  slot: DraftSlot
  draft: Draft
  /** Papers the association has already. */
  papers?: PaperUrls | undefined
  /** False when the applicant has agreed to the privacy notice before. */
  asksConsent: boolean
  submitLabel: string
  /** Sends the form; the form shows its errors. */
  send: (values: FormValues, uploads: UploadQueue, storedPapers: PaperUrls) => Promise<unknown>
  /** Called once after success, when the draft is deleted. */
  onSent: () => void
  /** Called whenever a field or file changes. */
  onChange?: (() => void) | undefined
}

/** The application form (contract 2.9). Fields and files are kept on the device until it is sent. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { type, slot, draft, papers = {}, asksConsent, submitLabel, onChange } = props
  const [uploads] = useState(() => uploadQueueFor(draft.key))
  const [storedPapers, setStoredPapers] = useState(papers)
  const element = useRef<HTMLFormElement>(null)
  const form: DetailsFormState = useForm<FormValues>({
    resolver: resolverFor(type),
    defaultValues: draft.values,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const save = () => {
    saveDraft(slot, { key: draft.key, values: form.getValues() })
    onChange?.()
  }
  useAutosave(form, save)
  const counts = useFileCounts(uploads, storedPapers)
  const uploadingCount = useUploadSelector(uploads, (list) => list.filter(isInProgress).length)
  const failedCount = useUploadSelector(uploads, (list) => list.filter(isFailed).length)
  const refusedKinds = useUploadSelector(uploads, joinRefusedKinds).split(' ')
  const focusField = (name: string) => focusControl(element.current, name)
  const submission = useSubmission({ ...props, form, uploads, storedPapers, focusField })
  const [touchedKinds, setTouchedKinds] = useState<readonly PaperKind[]>([])
  // A refused upload shows its own error, so its field shows none.
  const uploadErrors = fileErrors(type, counts).filter(
    ({ field }) =>
      (submission.hasTried || touchedKinds.some((kind) => kind === field)) &&
      !refusedKinds.includes(field),
  )

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submission.submit()
  }
  return (
    <form
      ref={element}
      onSubmit={handleSubmit}
      onKeyDown={focusNextOnEnter}
      noValidate
      className="flex flex-1 flex-col"
    >
      <PartList
        type={type}
        counts={counts}
        asksConsent={asksConsent}
        control={form.control}
        onSelect={focusField}
      />
      <BasicDetails form={form} type={type} />
      <AdditionalDetails form={form} type={type} />
      <UploadFields
        type={type}
        uploads={uploads}
        storedPapers={storedPapers}
        onStoredPapersChange={setStoredPapers}
        errors={{
          ...submission.paperErrors,
          ...Object.fromEntries(uploadErrors.map(({ field, message }) => [field, message])),
        }}
        onTouched={(kind) => {
          setTouchedKinds([...touchedKinds, kind])
          submission.clearPaperError(kind)
          save()
        }}
      />
      {asksConsent && <ConsentSection form={form} />}
      <SubmitBar
        type={type}
        control={form.control}
        counts={counts}
        uploadingCount={uploadingCount}
        failedCount={failedCount}
        isSending={submission.isSending}
        submitLabel={submitLabel}
        failure={submission.failure}
        onSelect={focusField}
      />
    </form>
  )
}

const resolverFor =
  (type: MemberRole): Resolver<FormValues> =>
  (values) => {
    const errors = fieldErrors(type, values, {}).filter(({ name }) => name in emptyValues)
    if (errors.length === 0) return { values, errors: {} }
    const entries = errors.map(({ name, message }) => [name, { type: 'contract', message }])
    return { values: {}, errors: Object.fromEntries(entries) }
  }

/** The number of files by kind; JSON inside, so that it changes only when a number does. */
function useFileCounts(uploads: UploadQueue, storedPapers: PaperUrls): FileCounts {
  const json = useUploadSelector(uploads, (list) => JSON.stringify(countFiles(list, storedPapers)))
  return JSON.parse(json)
}

const isFailed = ({ state }: Upload) => state === 'failed'

/** The kinds with a refused upload, as text, so that selectors can compare the result. */
const joinRefusedKinds = (list: readonly Upload[]) =>
  list
    .filter(({ state }) => state === 'refused')
    .map(({ kind }) => kind)
    .join(' ')

/** On touch keyboards Enter moves to the next field instead of submitting. */
function focusNextOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target
  const hasNextKey = field instanceof HTMLInputElement && field.enterKeyHint === 'next'
  if (event.key !== 'Enter' || !hasNextKey || !matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('[name]')]
  fields[fields.indexOf(field) + 1]?.focus()
}

function focusControl(form: HTMLFormElement | null, name: string) {
  const control = form?.querySelector<HTMLElement>(`[name="${name}"]`)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}
