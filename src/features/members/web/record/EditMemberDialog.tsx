import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Crop, cropToJpeg } from '#platform/web/uploads/crop.ts'
import { type Member, type MemberEdit, type MemberEditForm, memberEdit } from '../../contract.ts'
import { isNumberTakenMessage } from '../../membership-number.ts'
import { memberDetails, useEditMember } from '../calls.ts'
import { clearEditDraft, loadEditDraft, saveEditDraft } from './drafts.ts'
import { type EditForm, EditMemberForm, formValues } from './EditMemberForm.tsx'

/**
 * Edit Member (contract 5), with the photo. However it is closed, what was typed is
 * kept; when somebody else was faster, it says what they changed and keeps what was typed as well.
 */
export function EditMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const latest = useQuery(memberDetails(member.id))
  // The form stands on the member as first seen here; a newer one comes in by hand only.
  const [base, setBase] = useState(member)
  const [draft, setDraft] = useState(() => loadEditDraft(member.id))
  const [crop, setCrop] = useState<Crop>()
  const [conflict, setConflict] = useState('')
  const id = useId()
  const edit = useEditMember(member.id)
  const form: EditForm = useForm<MemberEditForm, unknown, MemberEdit>({
    resolver: zodResolver(memberEdit),
    defaultValues: formValues(member),
  })
  // Read here so that a reset knows which fields were typed in.
  const { isDirty, isSubmitting, dirtyFields: _dirtyFields } = form.formState
  const applyDraft = useEffectEvent(() => {
    for (const [name, value] of Object.entries(draft ?? {}))
      form.setValue(name as keyof MemberEditForm, value, { shouldDirty: true })
  })
  useEffect(() => applyDraft(), [])
  useEditDraft(form, member.id, base)
  const adoptNewer = useEffectEvent((fresh: Member) => {
    if (fresh.updated_at === base.updated_at || form.formState.isDirty || draft) return
    setBase(fresh)
    form.reset(formValues(fresh))
  })
  useEffect(() => {
    if (latest.data) adoptNewer(latest.data)
  }, [latest.data])

  const save = form.handleSubmit(async (values) => {
    setConflict('')
    try {
      await edit.mutateAsync({
        edit: { ...values, updated_at: base.updated_at },
        photo: crop && (await cropToJpeg(crop)),
      })
    } catch (error) {
      if (errorStatus(error) !== 409) return
      const words = errorMessage(error, '')
      if (isNumberTakenMessage(words)) form.setError('membership_number', { message: words })
      else setConflict(words)
      return
    }
    clearEditDraft(member.id)
    onClose()
  })

  /** Fields that were not typed in follow the register; those that were stay as typed. */
  async function loadAgain() {
    const { data: fresh } = await latest.refetch()
    if (!fresh) return
    form.reset(formValues(fresh), { keepDirtyValues: true })
    setBase(fresh)
    setConflict('')
  }

  function startOver() {
    clearEditDraft(member.id)
    setDraft(undefined)
    form.reset(formValues(base))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Member"
      description={`${member.email}, ${member.membership_number ?? 'no membership number'}`}
      size="lg"
      dirty={isDirty || crop !== undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={isSubmitting}>
            Save Changes
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={save} className="grid gap-5">
        {conflict && <ConflictBanner words={conflict} onLoad={() => void loadAgain()} />}
        {draft && <DraftBanner disabled={isSubmitting} onDiscard={startOver} />}
        <EditMemberForm form={form} member={base} crop={crop} onCrop={setCrop} />
      </form>
    </Dialog>
  )
}

function ConflictBanner({ words, onLoad }: { words: string; onLoad: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer a promise here, which is no way to end an effect.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Banner
        tone="danger"
        title="This member has been changed meanwhile"
        action={
          <Button size="sm" onClick={onLoad}>
            Load it again
          </Button>
        }
      >
        <p>{words}. What you typed stays.</p>
      </Banner>
    </div>
  )
}

/** Keeps what differs from the register, for this administrator, until it is saved. */
function useEditDraft(form: EditForm, id: string, base: Member) {
  const keep = useEffectEvent((typed: MemberEditForm) => saveEditDraft(id, typed, formValues(base)))
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [form],
  )
}
