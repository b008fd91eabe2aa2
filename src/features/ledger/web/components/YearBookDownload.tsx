import { Download } from 'lucide-react'
import { useState } from 'react'
import { SelectField } from '#platform/web/form/SelectField.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { financialStartYear, financialYearFrom } from '#shared/financial-year.ts'
import { useYearBook } from '../receipt-calls.ts'

/** Financial years that can be selected, back from the current one. */
const shownYears = 10

/** Downloads the payments of a financial year. */
export function YearBookDownload() {
  const current = financialStartYear(new Date())
  const years = Array.from(
    { length: shownYears },
    (_, ago) => financialYearFrom(current - ago).name,
  )
  const [year, setYear] = useState(years[0] ?? '')
  const download = useYearBook()
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label="Financial year"
        options={years.map((name) => ({ value: name, label: name }))}
        value={year}
        onChange={({ target }) => setYear(target.value)}
      />
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          icon={<Download aria-hidden="true" />}
          pending={download.isPending && download.variables?.format === format}
          onClick={() => download.mutate({ year, format })}
        >
          {format === 'xlsx' ? 'Download Excel' : 'Download CSV'}
        </Button>
      ))}
    </div>
  )
}
