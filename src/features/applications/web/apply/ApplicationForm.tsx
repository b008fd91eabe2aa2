import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import {
  isInProgress,
  type Upload,
  type UploadQueue,
  uploadQueueFor,
  useUploadSelector,
} from '#platform/web/uploads/upload-queue.ts'
import type { MemberRole } from '#shared/roles.ts'
import type { PaperKind } from '../../contract.ts'
import { fileErrors } from '../../rules.ts'
import { ConsentSection } from './ConsentSection.tsx'
import {
  AdditionalDetails,
  BasicDetails,
  type DetailsFormState,
  Section,
} from './detail-fields.tsx'
import {
  blankFields,
  countFiles,
  type Draft,
  type FieldName,
  type FileCounts,
  type FormValues,
  fieldErrors,
  type StoredPapers,
  saveDraft,
} from './draft.ts'
import { SubmitBar } from './SubmitBar.tsx'
import { useSubmission } from './submission.ts'
import { UploadFields } from './UploadFields.tsx'

export interface ApplicationFormProps {
  type: MemberRole
  /** Where the device keeps it. */
  slot: string
  draft: Draft
  /** Papers that are with the association already. */
  papers?: StoredPapers | undefined
  /** False when the applicant has agreed before. */
  asksConsent: boolean
  submitLabel: string
  /** Sends it all; what it throws is shown here. */
  send: (typed: FormValues, uploads: UploadQueue, present: StoredPapers) => Promise<unknown>
  /** Called once, when it has arrived and the device has forgotten it. */
  onSent: () => void
  /** Something has been typed or chosen. */
  onTyped?: (() => void) | undefined
}

/** The form of contract 5: everything typed and chosen is kept until it has arrived. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { type, slot, draft, papers = {}, asksConsent, submitLabel, onTyped } = props
  const [uploads] = useState(() => uploadQueueFor(draft.key))
  const [present, setPresent] = useState(papers)
  const element = useRef<HTMLFormElement>(null)
  const form: DetailsFormState = useForm<FormValues>({
    resolver: resolverOf(type),
    defaultValues: draft.typed,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const keep = () => {
    saveDraft(slot, { key: draft.key, typed: form.getValues() })
    onTyped?.()
  }
  useKeptWhileTyping(form, keep)
  const counts = useCounts(uploads, present)
  const onTheirWay = useUploadSelector(uploads, (list) => list.filter(isInProgress).length)
  const stuck = useUploadSelector(uploads, (list) => list.filter(isStuck).length)
  const refused = useUploadSelector(uploads, refusedKinds)
  const jump = (name: string) => jumpTo(element.current, name)
  const submission = useSubmission({ ...props, form, uploads, present, jump })
  const [touched, setTouched] = useState<readonly PaperKind[]>([])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void submission.submit()
  }
  return (
    <form
      ref={element}
      onSubmit={submit}
      onKeyDown={nextOnEnter}
      noValidate
      className="flex flex-1 flex-col"
    >
      <BasicDetails form={form} type={type} />
      <Section title="Additional Information">
        <AdditionalDetails form={form} type={type} />
        <UploadFields
          type={type}
          uploads={uploads}
          present={present}
          onPresent={setPresent}
          errors={paperErrors(type, counts, submission, { touched, refused })}
          onTouched={(kind) => {
            setTouched([...touched, kind])
            submission.forgive(kind)
            keep()
          }}
        />
        {asksConsent && <ConsentSection form={form} />}
      </Section>
      <SubmitBar
        type={type}
        control={form.control}
        counts={counts}
        onTheirWay={onTheirWay}
        stuck={stuck}
        sending={submission.isSending}
        submitLabel={submitLabel}
        failure={submission.failure}
        onJump={jump}
      />
    </form>
  )
}

/** The words of the contract, whatever the field. */
const resolverOf =
  (type: MemberRole): Resolver<FormValues> =>
  (typed) => {
    const wrong = fieldErrors(type, typed, {}).filter(({ name }) => name in blankFields)
    if (wrong.length === 0) return { values: typed, errors: {} }
    const errors = wrong.map(({ name, message }) => [name, { type: 'contract', message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

function useKeptWhileTyping(form: DetailsFormState, keep: () => void) {
  const keepNow = useEffectEvent(keep)
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => keepNow() }),
    [form],
  )
}

/** How many files of each kind there are; changes only when a number does. */
function useCounts(uploads: UploadQueue, present: StoredPapers): FileCounts {
  const words = useUploadSelector(uploads, (list) => JSON.stringify(countFiles(list, present)))
  return JSON.parse(words)
}

const isStuck = ({ state }: Upload) => state === 'failed'

/** The kinds of which a file was refused; it says why itself. */
const refusedKinds = (list: readonly Upload[]) =>
  list
    .filter(({ state }) => state === 'refused')
    .map(({ kind }) => kind)
    .join(' ')

/** What to say at the upload fields: what was missing at sending, and what has been taken out. */
function paperErrors(
  type: MemberRole,
  counts: FileCounts,
  { tried, paperProblem }: { tried: boolean; paperProblem: Partial<Record<PaperKind, string>> },
  { touched, refused }: { touched: readonly PaperKind[]; refused: string },
): Partial<Record<PaperKind, string>> {
  const wrong = fileErrors(type, counts).filter(
    ({ field }) =>
      (tried || touched.some((kind) => kind === field)) && !refused.split(' ').includes(field),
  )
  return { ...paperProblem, ...Object.fromEntries(wrong.map((one) => [one.field, one.message])) }
}

/** On a phone the key beside the space bar leads to the next field; sending has its own button. */
function nextOnEnter(event: KeyboardEvent<HTMLFormElement>) {
  const field = event.target
  const isLine = field instanceof HTMLInputElement && field.enterKeyHint === 'next'
  if (event.key !== 'Enter' || !isLine || !matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('[name]')]
  fields[fields.indexOf(field) + 1]?.focus()
}

function jumpTo(form: HTMLFormElement | null, name: string) {
  const control = form?.querySelector<HTMLElement>(`[name="${name as FieldName}"]`)
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
}
