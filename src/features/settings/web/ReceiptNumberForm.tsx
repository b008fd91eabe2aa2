import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { receiptNumber } from '#shared/dues/receipt-number.ts'
import { financialYear } from '#shared/financial-year.ts'
import type { Settings } from '../answers.ts'
import { associationSettings } from '../contract.ts'
import { SavedMeanwhile } from './SavedMeanwhile.tsx'
import { useSettingsForm } from './settings-form.ts'

/** The prefix of receipt numbers, with an example that follows the typing. */
export function ReceiptNumberForm({ settings }: { settings: Settings }) {
  const { form, saveBar, savedMeanwhile, handleSubmit } = useSettingsForm(settings)
  const field = useFields(form, { autoComplete: 'off' })
  const typed = associationSettings.shape.receipt_prefix.safeParse(form.watch('receipt_prefix'))
  const hasShortYear = form.watch('receipt_short_year') === 'yes'
  return (
    <form noValidate onSubmit={handleSubmit} className="max-w-3xl">
      <Card
        title="Receipt numbers"
        description="Counted from 0001 in every financial year. Receipts already issued keep their numbers."
        foot={<SaveBar {...saveBar} />}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-1">
            <TextField
              label="Receipt number prefix"
              optional
              hint="Up to 10 letters and digits, like FPMA. With GST at most 2, or 5 with the short year."
              autoCapitalize="characters"
              {...field('receipt_prefix')}
            />
            <SavedMeanwhile>
              {savedMeanwhile.receipt_prefix !== undefined &&
                `Now saved: ${savedMeanwhile.receipt_prefix || 'empty'}`}
            </SavedMeanwhile>
            <CheckboxField
              label="Short year, like 26-27"
              checked={hasShortYear}
              onChange={({ target }) =>
                form.setValue('receipt_short_year', target.checked ? 'yes' : '', {
                  shouldDirty: true,
                })
              }
            />
          </div>
          {typed.success && (
            <p className="grid content-start gap-1 text-sm">
              <span className="text-ink-soft">Example</span>
              <output className="font-medium tabular-nums">
                {receiptNumber(financialYear(new Date()).name, 42, {
                  prefix: typed.data,
                  hasShortYear,
                })}
              </output>
            </p>
          )}
        </div>
      </Card>
    </form>
  )
}
