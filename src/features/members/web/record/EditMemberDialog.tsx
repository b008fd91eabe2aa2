import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { useAutosave } from '#platform/web/form/draft.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { type Crop, cropToJpeg } from '#platform/web/uploads/crop.ts'
import type { Member } from '../../answers.ts'
import { type MemberEdit, type MemberEditForm, memberEdit } from '../../contract.ts'
import { isNumberTakenMessage } from '../../membership-number.ts'
import { memberDetails, useEditMember } from '../calls.ts'
import { clearEditDraft, loadEditDraft, saveEditDraft } from './drafts.ts'
import { type EditForm, EditMemberForm, formValues } from './EditMemberForm.tsx'

/**
 * Edit Member (contract 5.5), with the photo. The typed values survive closing the dialog, and a conflict
 * with another administrator's change, which a banner explains.
 */
export function EditMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const latest = useQuery(memberDetails(member.id))
  // The version that the form edits. A newer one replaces it only while nothing has been typed, or on
  // request.
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
  // Subscribes to `dirtyFields`, which `keepDirtyValues` needs.
  const { isDirty, isSubmitting, dirtyFields: _dirtyFields } = form.formState
  const applyDraft = useEffectEvent(() => {
    for (const [name, value] of Object.entries(draft ?? {}))
      form.setValue(name as keyof MemberEditForm, value, { shouldDirty: true })
  })
  useEffect(() => applyDraft(), [])
  useAutosave(form, (values) => saveEditDraft(member.id, values, formValues(base)))
  const adoptNewer = useEffectEvent((current: Member) => {
    if (current.updated_at === base.updated_at || form.formState.isDirty || draft) return
    setBase(current)
    form.reset(formValues(current))
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
      const message = errorMessage(error, '')
      if (isNumberTakenMessage(message)) form.setError('membership_number', { message })
      else setConflict(message)
      return
    }
    clearEditDraft(member.id)
    onClose()
  })

  /** Loads the current version; keeps the values of the fields that were typed in. */
  async function reload() {
    const { data: current } = await latest.refetch()
    if (!current) return
    form.reset(formValues(current), { keepDirtyValues: true })
    setBase(current)
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
        {conflict && <ConflictBanner message={conflict} onReload={() => void reload()} />}
        {draft && <DraftBanner disabled={isSubmitting} onDiscard={startOver} />}
        <EditMemberForm form={form} member={base} crop={crop} onCrop={setCrop} />
      </form>
    </Dialog>
  )
}

function ConflictBanner({ message, onReload }: { message: string; onReload: () => void }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a promise, which an effect must not return.
    container.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={container}>
      <Banner
        tone="danger"
        title="This member has been changed meanwhile"
        action={
          <Button size="sm" onClick={onReload}>
            Load it again
          </Button>
        }
      >
        <p>{message}. What you typed stays.</p>
      </Banner>
    </div>
  )
}
