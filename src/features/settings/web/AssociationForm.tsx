import type { ComponentProps } from 'react'
import { EmailField } from '#platform/web/form/EmailField.tsx'
import { RadioGroup } from '#platform/web/form/RadioGroup.tsx'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'

import { TextAreaField } from '#platform/web/form/TextAreaField.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { WebsiteField } from '#platform/web/form/WebsiteField.tsx'
import { Card, CardStack } from '#platform/web/ui/Card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { LogoField } from '#platform/web/uploads/LogoField.tsx'
import type { Settings } from '../answers.ts'
import type { AssociationSettings } from '../contract.ts'
import { type FieldDescription, fieldGroups } from './association-fields.ts'
import { SavedMeanwhile } from './SavedMeanwhile.tsx'
import { useSettingsForm } from './settings-form.ts'
import { UpiCheck } from './UpiCheck.tsx'

/** The form for names, logo, website, dues, bank and UPI details. */
export function AssociationForm({ settings }: { settings: Settings }) {
  const { form, saveBar, savedMeanwhile, handleSubmit } = useSettingsForm(settings)
  const field = useFields(form, { autoComplete: 'off' })
  return (
    <form noValidate onSubmit={handleSubmit} className="max-w-3xl">
      <CardStack>
        <Card title="Logo" description="Shown on the login page, in the header and in emails.">
          <LogoField
            label={<VisuallyHidden>Association Logo</VisuallyHidden>}
            alt="Association logo"
            url={form.watch('association_logo') || null}
            onChange={(address) =>
              form.setValue('association_logo', address ?? '', { shouldDirty: true })
            }
          />
          <SavedMeanwhile>
            {savedMeanwhile.association_logo !== undefined &&
              'Someone else has saved a different logo.'}
          </SavedMeanwhile>
        </Card>
        {fieldGroups.map(({ title, description, fields }) => (
          <Card key={title} title={title} description={description}>
            <div className="grid gap-4 sm:grid-cols-2">
              {fields.map(({ name, hint, isWide, ...props }) => (
                <div
                  key={name}
                  className={classNames('grid content-start gap-1', isWide && 'sm:col-span-2')}
                >
                  <SettingField
                    {...props}
                    hint={typeof hint === 'function' ? hint(form.watch(name)) : hint}
                    {...field(name)}
                  />
                  <SavedMeanwhile>
                    {savedMeanwhile[name] !== undefined &&
                      `Now saved: ${savedMeanwhile[name] || 'empty'}`}
                  </SavedMeanwhile>
                </div>
              ))}
              {fields.some(({ name }) => name === 'upi_id') && (
                <UpiCheck
                  upiId={form.watch('upi_id')}
                  payeeName={form.watch('upi_payee_name') || form.watch('association_name')}
                  merchantCode={form.watch('upi_merchant_code')}
                />
              )}
            </div>
          </Card>
        ))}
      </CardStack>
      <SaveBar {...saveBar} />
    </form>
  )
}

type SettingFieldProps = Omit<FieldDescription, 'name' | 'hint' | 'isWide'> & {
  hint?: string | undefined
} & ReturnType<ReturnType<typeof useFields<AssociationSettings, AssociationSettings>>>

function SettingField({ type, options, ...props }: SettingFieldProps) {
  if (options) return <OptionField {...props} options={options} />
  if (type === 'multi-line') return <TextAreaField {...props} />
  if (type === 'email') return <EmailField {...props} />
  if (type === 'url') return <WebsiteField {...props} />
  return <TextField {...props} type={type ?? 'text'} />
}

/** Short options in one row, others below each other. */
function OptionField({ options, ...props }: ComponentProps<typeof RadioGroup>) {
  const isShort = options.every(({ label }) => label.length <= 16)
  return <RadioGroup {...props} segmented={isShort} options={options} className="grid-cols-1" />
}
