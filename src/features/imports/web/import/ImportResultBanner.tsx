import { useState } from 'react'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { formatRupees } from '#shared/rupees.ts'
import { countOf, formatCount, plural } from '#shared/sentences.ts'
import type { ImportResult } from '../../answers.ts'
import { countsText } from './ImportPlanSummary.tsx'
import { RowErrorsTable } from './RowErrorsTable.tsx'
import { UndoImportDialog } from './UndoImportDialog.tsx'

/** The result of an import with its undo. */
export function ImportResultBanner({
  result,
  name,
  onUndone,
}: {
  result: ImportResult
  name: string
  onUndone: () => void
}) {
  const [isUndoing, setUndoing] = useState(false)
  const [isUndone, setUndone] = useState(false)
  const { batch, counts, arrears } = result
  return (
    <>
      <Banner
        tone={isUndone ? 'neutral' : 'success'}
        title={isUndone ? 'Import undone' : 'Members imported successfully'}
        action={
          batch &&
          !isUndone && (
            <Button size="sm" onClick={() => setUndoing(true)}>
              Undo this import
            </Button>
          )
        }
      >
        {isUndone ? (
          'See what was undone under Past imports.'
        ) : (
          <>
            <p>{countsText({ ...counts, wrong: 0 })}.</p>
            {arrears && arrears.members > 0 && <p>{chargedText(arrears)}</p>}
          </>
        )}
      </Banner>
      {batch && isUndoing && (
        <UndoImportDialog
          batch={batch}
          name={name}
          onUndone={() => {
            setUndone(true)
            onUndone()
          }}
          onClose={() => setUndoing(false)}
        />
      )}
    </>
  )
}

/** What was brought forward, in a sentence. */
function chargedText({ members, amount_paise }: NonNullable<ImportResult['arrears']>): string {
  const sum = formatRupees(amount_paise)
  return plural(
    members,
    `1 member was charged arrears of ${sum}, brought forward.`,
    `${formatCount(members)} members were charged arrears of ${sum} in all, brought forward.`,
  )
}

/** The rows that an import skipped, with their reasons. */
export function SkippedRows({ result, name }: { result: ImportResult; name: string }) {
  const { counts, errors = [], error_sheet: sheet } = result
  if (errors.length === 0) return null
  return (
    <section aria-label="Skipped rows" className="grid gap-3">
      <h3 className="font-semibold">{countOf(counts.wrong, 'row was', 'rows were')} skipped</h3>
      <RowErrorsTable errors={errors} sheet={sheet} fileName={name} />
    </section>
  )
}
