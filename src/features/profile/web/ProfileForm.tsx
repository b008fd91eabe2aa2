import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { User } from '#features/members/answers.ts'
import { formValues } from '#features/members/fields/forms.ts'
import { profileLayout } from '#features/members/fields/layouts.ts'
import { MaterialFields } from '#features/members/web/components/MaterialFields.tsx'
import { MemberFields } from '#features/members/web/components/MemberFields.tsx'
import { incompleteNumberNote } from '#features/members/web/components/phone-contacts.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { useAutosave, useFormDraft, useRestoredDraft } from '#platform/web/form/form-draft.ts'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { Card, CardStack } from '#platform/web/ui/Card.tsx'
import { type ProfileEdit, profileEdit, type ProfileForm as Typed } from '../contract.ts'
import { useSaveProfile } from './calls.ts'
import { LogoCard } from './LogoCard.tsx'

type Form = UseFormReturn<Typed, unknown, ProfileEdit>

const valuesOf = (user: User): Typed => ({
  ...formValues('profile', user),
  updated_at: user.updated_at,
})

/**
 * The user's own fields. Newer values from the server replace those that were not typed in. Unsaved
 * changes survive a reload and leaving the screen; Discard removes them.
 */
export function ProfileForm({ user }: { user: User }) {
  const save = useSaveProfile(user)
  const form: Form = useForm<Typed, unknown, ProfileEdit>({
    resolver: zodResolver(profileEdit),
    defaultValues: valuesOf(user),
  })
  // Subscribes to `dirtyFields`, which `keepDirtyValues` needs.
  const { isDirty, isSubmitting, dirtyFields, touchedFields } = form.formState
  // While it is typed, a number may be incomplete.
  const isTypingPhone = dirtyFields.whatsapp_number && !touchedFields.whatsapp_number
  const phoneNote =
    user.is_member && !isTypingPhone
      ? incompleteNumberNote(form.watch('whatsapp_number') ?? '')
      : undefined
  const field = useFields(form)
  const draft = useFormDraft('profile-draft', valuesOf(user))
  useAutosave(form, draft.save)
  useRestoredDraft(form, valuesOf(user), draft.restored)
  useEffect(() => {
    form.reset(valuesOf(user), { keepDirtyValues: true, keepDirty: true })
  }, [form, user])

  const handleSubmit = form.handleSubmit(async (edit) => {
    try {
      form.reset(valuesOf(await save.mutateAsync(edit)))
      draft.discard()
    } catch {
      // The mutation shows a toast; the typed values stay.
    }
  })
  const discard = () => {
    form.reset(valuesOf(user))
    draft.discard()
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid content-start gap-4">
      {draft.restored && <DraftBanner disabled={isSubmitting} onDiscard={discard} />}
      <CardStack>
        <Card title="Basic Information">
          <div className="grid gap-4 sm:grid-cols-2">
            <MemberFields form="profile" names={['name']} field={field} />
            <TextField
              label="Email"
              type="email"
              hint={user.role === 'admin' ? undefined : 'Only an administrator can change this.'}
              disabled
              value={user.email}
            />
            <MemberFields
              form="profile"
              names={['whatsapp_number']}
              field={(name) => ({ ...field(name), ...(phoneNote && { hint: phoneNote }) })}
            />
          </div>
        </Card>
        {user.is_member && (
          <LogoCard
            url={form.watch('logo_url') ?? null}
            onChange={(address) => form.setValue('logo_url', address, { shouldDirty: true })}
          />
        )}
        {user.is_member && (
          <CompanyFields form={form} field={field} isVendor={user.role === 'vendor'} />
        )}
        {user.is_member && <VisibilityFields field={field} />}
      </CardStack>
      <SaveBar keepsDraft dirty={isDirty} pending={isSubmitting} onDiscard={discard} />
    </form>
  )
}

type FieldProps = ReturnType<typeof useFields<Typed, ProfileEdit>>

function CompanyFields({
  form,
  field,
  isVendor,
}: {
  form: Form
  field: FieldProps
  isVendor: boolean
}) {
  return (
    <Card title="Company Information">
      <div className="grid gap-4 sm:grid-cols-2">
        <MemberFields form="profile" names={profileLayout.company} field={field} />
        {isVendor && (
          <div className="sm:col-span-2">
            <MaterialFields
              form="profile"
              field={field}
              selected={form.watch('additional_info_materials_products')}
            />
          </div>
        )}
        <MemberFields form="profile" names={profileLayout.contact} field={field} />
      </div>
    </Card>
  )
}

const VisibilityFields = ({ field }: { field: FieldProps }) => (
  <Card
    title="What other members see"
    description="Choose which contact details members can see. Your company, name and products are always listed."
  >
    <MemberFields form="profile" names={profileLayout.visibility} field={field} />
  </Card>
)
