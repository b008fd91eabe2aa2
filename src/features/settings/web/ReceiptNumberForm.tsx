import { CheckboxField } from '#platform/web/form/CheckboxField.tsx'
import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { Card, CardStack } from '#platform/web/ui/Card.tsx'
import { receiptNumber } from '#shared/dues/receipt-number.ts'
import { tallyLedgerKeys, tallyLedgers } from '#shared/dues/tally-ledgers.ts'
import { financialYear } from '#shared/financial-year.ts'
import { countOf } from '#shared/sentences.ts'
import type { Settings } from '../answers.ts'
import { associationSettings } from '../contract.ts'
import { ReceiptPreview } from './ReceiptPreview.tsx'
import { SavedMeanwhile } from './SavedMeanwhile.tsx'
import { useSettingsForm } from './settings-form.ts'

/** The prefix of receipt numbers with a receipt that follows the typing, and the ledgers of the accountant. */
export function ReceiptNumberForm({ settings }: { settings: Settings }) {
  const { form, saveBar, savedMeanwhile, handleSubmit } = useSettingsForm(settings)
  const field = useFields(form, { autoComplete: 'off' })
  const typed = associationSettings.shape.receipt_prefix.safeParse(form.watch('receipt_prefix'))
  const hasShortYear = form.watch('receipt_short_year') === 'yes'
  const example =
    typed.success &&
    receiptNumber(financialYear(new Date()).name, 42, { prefix: typed.data, hasShortYear })
  return (
    <form noValidate onSubmit={handleSubmit}>
      <CardStack>
        <Card
          title="Receipt numbers"
          description="Counted from 0001 in every financial year. Receipts already issued keep their numbers."
        >
          <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,1fr)_13rem]">
            <div className="grid content-start gap-4">
              <div className="grid gap-1">
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
              </div>
              <CheckboxField
                label="Short year, like 26-27"
                checked={hasShortYear}
                onChange={({ target }) =>
                  form.setValue('receipt_short_year', target.checked ? 'yes' : '', {
                    shouldDirty: true,
                  })
                }
              />
              {example && (
                <p className="flex flex-wrap gap-x-2 text-sm">
                  <span className="text-ink-soft">Example</span>
                  <output className="font-medium tabular-nums">{example}</output>
                </p>
              )}
            </div>
            <div className="max-sm:hidden">
              <ReceiptPreview settings={settings} number={example || '–'} />
            </div>
          </div>
        </Card>
        <Card
          title="Ledgers in Tally"
          description="The names exactly as your accountant has them in Tally. The file for Tally uses them."
        >
          <details open={tallyLedgerKeys.some((key) => field(key).error)}>
            <summary className="-my-1 py-1 text-sm font-medium touch:-my-2 touch:py-3">
              {countOf(tallyLedgerKeys.length, 'ledger', 'ledgers')}
            </summary>
            <div className="grid gap-4 pt-3.5 sm:grid-cols-2">
              {tallyLedgerKeys.map((key) => (
                <div key={key} className="grid content-start gap-1">
                  <TextField
                    label={tallyLedgers[key].label}
                    optional
                    placeholder={tallyLedgers[key].name}
                    {...field(key)}
                  />
                  <SavedMeanwhile>
                    {savedMeanwhile[key] !== undefined &&
                      `Now saved: ${savedMeanwhile[key] || 'empty'}`}
                  </SavedMeanwhile>
                </div>
              ))}
            </div>
          </details>
        </Card>
      </CardStack>
      <SaveBar {...saveBar} />
    </form>
  )
}
