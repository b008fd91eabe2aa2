import { useState } from 'react'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { countOf } from '#shared/sentences.ts'
import type { ImportResult } from '../../answers.ts'
import { countsText } from './ImportPlanSummary.tsx'
import { RowErrorsTable } from './RowErrorsTable.tsx'
import { UndoImportDialog } from './UndoImportDialog.tsx'

/** The result of an import with its undo, and the rows that were skipped. */
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
  const { batch, counts, errors = [], error_sheet: sheet } = result
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
        {isUndone ? 'See what was undone under Past imports.' : `${countsText(counts)}.`}
      </Banner>
      {errors.length > 0 && (
        <section aria-label="Skipped rows" className="grid gap-3">
          <h3 className="font-semibold">{countOf(counts.wrong, 'row was', 'rows were')} skipped</h3>
          <RowErrorsTable errors={errors} sheet={sheet} fileName={name} />
        </section>
      )}
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
