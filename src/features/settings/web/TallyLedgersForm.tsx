import { SaveBar } from '#platform/web/form/SaveBar.tsx'
import { TextField } from '#platform/web/form/TextField.tsx'
import { useFields } from '#platform/web/form/use-fields.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { tallyLedgerKeys, tallyLedgers } from '#shared/dues/tally-ledgers.ts'
import type { Settings } from '../answers.ts'
import { SavedMeanwhile } from './SavedMeanwhile.tsx'
import { useSettingsForm } from './settings-form.ts'

/** The names of the ledgers in the books of the accountant. */
export function TallyLedgersForm({ settings }: { settings: Settings }) {
  const { form, saveBar, savedMeanwhile, handleSubmit } = useSettingsForm(settings)
  const field = useFields(form, { autoComplete: 'off' })
  return (
    <form noValidate onSubmit={handleSubmit} className="max-w-3xl">
      <Card
        title="Ledgers in Tally"
        description="The names exactly as your accountant has them in Tally. The file for Tally uses them."
        foot={<SaveBar {...saveBar} />}
      >
        <div className="grid gap-4 sm:grid-cols-2">
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
      </Card>
    </form>
  )
}
