import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Button } from '#platform/web/Button.tsx'
import { Card } from '#platform/web/Card.tsx'
import { TextField } from '#platform/web/TextField.tsx'
import { type AssociationSettings, associationSettings, type Settings } from '../contract.ts'
import { useSaveSettings } from './calls.ts'

type Name = keyof AssociationSettings

interface Part {
  title: string
  description: string
  fields: { name: Name; label: string; hint?: string; inputMode?: 'decimal' | 'numeric' }[]
}

const parts: Part[] = [
  {
    title: 'Names and website',
    description: 'They stand on every screen and in every mail, at once.',
    fields: [
      { name: 'association_name', label: 'Association Name' },
      {
        name: 'association_short_name',
        label: 'Short Name',
        hint: 'Stands in the names of exported files.',
      },
      { name: 'product_name', label: 'Portal Name' },
      {
        name: 'association_website',
        label: 'Website',
        hint: 'Where ‘Go back to website’ leads.',
      },
    ],
  },
  {
    title: 'Dues',
    description:
      'What a membership costs for a financial year; offered when a payment is recorded.',
    fields: [
      { name: 'dues_oem', label: 'OEM members (₹)', inputMode: 'decimal' },
      { name: 'dues_vendor', label: 'Vendors (₹)', inputMode: 'decimal' },
    ],
  },
  {
    title: 'Bank and UPI',
    description: 'Where members pay; mails can name it with {bank_details} and {upi_id}.',
    fields: [
      { name: 'bank_account_name', label: 'Account Holder' },
      { name: 'bank_name', label: 'Bank and Branch' },
      { name: 'bank_account_number', label: 'Account Number', inputMode: 'numeric' },
      { name: 'bank_ifsc', label: 'IFSC' },
      { name: 'upi_id', label: 'UPI ID' },
    ],
  },
]

/** Names, website, dues, bank and UPI details of the association. */
export function AssociationForm({ settings }: { settings: Settings }) {
  const save = useSaveSettings()
  const { mails: _mails, ...values } = settings
  const form = useForm<AssociationSettings, unknown, AssociationSettings>({
    resolver: zodResolver(associationSettings),
    defaultValues: values,
  })
  const { errors, isDirty, isSubmitting, dirtyFields } = form.formState

  // Only what was changed here is sent: what somebody else changes meanwhile stays theirs.
  const handleSubmit = form.handleSubmit(async (typed) => {
    const changed = Object.entries(typed).filter(([name]) => Reflect.get(dirtyFields, name))
    try {
      const { mails: _, ...now } = await save.mutateAsync(Object.fromEntries(changed))
      form.reset(now)
    } catch {
      // Told in a toast; what was typed stays.
    }
  })

  return (
    <form noValidate onSubmit={handleSubmit} className="grid max-w-4xl gap-5">
      {parts.map(({ title, description, fields }) => (
        <Card key={title} title={title} description={description}>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map(({ name, ...field }) => (
              <TextField
                key={name}
                autoComplete="off"
                {...field}
                {...form.register(name)}
                error={errors[name]?.message}
              />
            ))}
          </div>
        </Card>
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" disabled={!isDirty} pending={isSubmitting}>
          Save Changes
        </Button>
        {isDirty && <p className="text-sm text-ink-soft">You have changes that are not saved.</p>}
      </div>
    </form>
  )
}
