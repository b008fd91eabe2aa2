import { useState } from 'react'
import { DateField } from '#platform/web/form/DateField.tsx'
import { firstOfMonth, isoDay } from '#shared/dates.ts'
import { useDayBook } from '../books/calls.ts'
import { BookRow, FormatButtons } from './YearBookDownload.tsx'

/** Downloads the day book of the days that are entered; at first of this month up to today. */
export function DayBookDownload() {
  const download = useDayBook()
  const today = isoDay(new Date())
  const [from, setFrom] = useState<string>(firstOfMonth(today))
  const [to, setTo] = useState<string>(today)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DateField label="First day" value={from} onChange={({ target }) => setFrom(target.value)} />
      <DateField label="Last day" value={to} onChange={({ target }) => setTo(target.value)} />
      <div className="sm:col-span-2">
        <BookRow name="Day book">
          <FormatButtons
            name="Day book"
            pending={download.isPending ? download.variables.format : undefined}
            onDownload={(format) => download.mutate({ from, to, format })}
          />
        </BookRow>
      </div>
    </div>
  )
}
