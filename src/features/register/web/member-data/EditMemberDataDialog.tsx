import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { MemberData } from '#features/imports/answers.ts'
import { paymentModes } from '#features/ledger/payment-modes.ts'
import { formValues } from '#features/members/fields/forms.ts'
import { MemberFields } from '#features/members/web/components/MemberFields.tsx'
import { Dialog } from '#platform/web/dialog/Dialog.tsx'
import { AmountField } from '#platform/web/form/AmountField.tsx'
import { DraftBanner } from '#platform/web/form/DraftBanner.tsx'
import { useAutosave, useFormDraft, useRestoredDraft } from '#platform/web/form/form-draft.ts'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { useEditMemberData } from './calls.ts'

interface EditProps {
  member: MemberData
  onClose: () => void
  fallbackFocus: () => HTMLElement | null
}

/** Edits a row of Member Data as free text (contract 5.10); Cancel discards the draft. */
export function EditMemberDataDialog({ member, onClose, fallbackFocus }: EditProps) {
  const id = useId()
  const edit = useEditMemberData()
  const draft = useFormDraft(`member-data-draft ${member.id}`, formValuesOf(member))
  const form = useForm({ defaultValues: formValuesOf(member) })
  const { isDirty, isSubmitting } = form.formState
  useAutosave(form, draft.save)
  useRestoredDraft(form, formValuesOf(member), draft.restored)
  const startOver = () => {
    form.reset(formValuesOf(member))
    draft.discard()
  }
  const field = useFields(form, { autoComplete: 'off' })
  const handleSubmit = form.handleSubmit((values) =>
    edit.mutate(
      { id: member.id, body: { ...member, ...values } },
      {
        onSuccess: () => {
          draft.remove()
          onClose()
        },
      },
    ),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Member Data"
      description={member.company_name || member.name}
      size="lg"
      dirty={isDirty || draft.restored !== undefined}
      fallbackFocus={fallbackFocus}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => {
              startOver()
              onClose()
            }}
          >
            Cancel
          </Button>
          <Button type="submit" form={id} variant="primary" pending={edit.isPending}>
            {edit.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={handleSubmit} className="grid gap-4 sm:grid-cols-2">
        {draft.restored && (
          <div className="sm:col-span-2">
            <DraftBanner disabled={isSubmitting} onDiscard={startOver} />
          </div>
        )}
        <MemberFields
          form="memberData"
          names={['name', 'business_partner', 'company_name']}
          field={field}
        />
        <AmountField label="Payment Amount (Rs.)" {...field('payment_amount')} />
        <SelectField
          label="Payment Mode"
          placeholder="Select payment mode"
          options={paymentModes.map((mode) => ({ value: mode, label: mode }))}
          {...field('payment_mode')}
        />
        <TextField label="Reference No." {...field('payment_reference')} />
        <MemberFields
          form="memberData"
          names={['whatsapp_number', 'email', 'website_url']}
          field={field}
        />
        <div className="grid gap-4 sm:col-span-2">
          <MemberFields
            form="memberData"
            names={['factory_address', 'certificate_postal_address', 'remarks']}
            field={field}
          />
        </div>
      </form>
    </Dialog>
  )
}

const formValuesOf = (member: MemberData) => ({
  ...formValues('memberData', member),
  payment_amount: member.payment_amount === null ? '' : String(member.payment_amount),
  payment_mode: paymentModes.find((mode) => mode === member.payment_mode) ?? ('' as const),
  payment_reference: member.payment_reference ?? '',
})
