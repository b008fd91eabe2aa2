import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorMessage, errorStatus } from '#platform/web/api/call.ts'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { LogoField } from '#platform/web/uploads/LogoField.tsx'
import {
  type AssociationSettings,
  associationSettings,
  type SettingName,
  type Settings,
} from '../contract.ts'
import { reloadSettings, useSaveSettings } from './calls.ts'

type Name = SettingName

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

/** Names, logo, website, dues, bank and UPI details of the association. */
export function AssociationForm({ settings }: { settings: Settings }) {
  const { form, clash, theirs, handleSubmit } = useAssociationForm(settings)
  const { errors, isDirty, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={handleSubmit} className="grid max-w-4xl gap-5">
      <Card
        title="Logo"
        description="Stands on the login screen, at the top of every screen and in mails."
      >
        <LogoField
          label="Association Logo"
          alt="The logo of the association"
          url={form.watch('association_logo') || null}
          placeholder={<img src="/logo.svg" alt="" width="64" height="64" />}
          onChange={(address) =>
            form.setValue('association_logo', address ?? '', { shouldDirty: true })
          }
        />
        <Theirs>{theirs.association_logo !== undefined && 'Another one is saved now.'}</Theirs>
      </Card>
      {parts.map(({ title, description, fields }) => (
        <Card key={title} title={title} description={description}>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map(({ name, ...field }) => (
              <div key={name} className="grid content-start gap-1">
                <TextField
                  autoComplete="off"
                  {...field}
                  {...form.register(name)}
                  error={errors[name]?.message}
                />
                <Theirs>
                  {theirs[name] !== undefined && `Saved now: ${theirs[name] || 'nothing'}`}
                </Theirs>
              </div>
            ))}
          </div>
        </Card>
      ))}
      <SaveBar dirty={isDirty} pending={isSubmitting} problem={clash} />
    </form>
  )
}

/** What somebody else has saved where something else is typed here. */
function Theirs({ children }: { children: string | false }) {
  if (!children) return null
  return <p className="text-xs font-medium wrap-anywhere text-warning-text">{children}</p>
}

function useAssociationForm(settings: Settings) {
  const save = useSaveSettings()
  const [clash, setClash] = useState('')
  const [theirs, setTheirs] = useState<Partial<AssociationSettings>>({})
  const form = useForm<AssociationSettings, unknown, AssociationSettings>({
    resolver: zodResolver(associationSettings),
    defaultValues: valuesIn(settings),
  })
  const { dirtyFields, defaultValues } = form.formState
  useEffect(() => {
    form.reset(valuesIn(settings), { keepDirtyValues: true })
  }, [form, settings])

  // Only what was changed here is sent, with what stood there: what somebody else has changed
  // meanwhile stays theirs, and nothing is written over unseen.
  const handleSubmit = form.handleSubmit(async (typed) => {
    const names = namesIn(typed).filter((name) => dirtyFields[name])
    const seen = Object.fromEntries(names.map((name) => [name, defaultValues?.[name] ?? '']))
    const changed = Object.fromEntries(names.map((name) => [name, typed[name]]))
    setClash('')
    setTheirs({})
    try {
      form.reset(valuesIn(await save.mutateAsync({ ...changed, seen })))
    } catch (error) {
      // Anything else is told in a toast; what was typed stays.
      if (errorStatus(error) !== 409) return
      const now = valuesIn(await reloadSettings())
      const moved = names.filter((name) => now[name] !== seen[name] && now[name] !== typed[name])
      setTheirs(Object.fromEntries(moved.map((name) => [name, now[name]])))
      setClash(errorMessage(error, ''))
    }
  })
  return { form, clash, theirs, handleSubmit }
}

const valuesIn = ({ mails: _mails, ...values }: Settings): AssociationSettings => values

const namesIn = (values: AssociationSettings) => Object.keys(values) as Name[]
