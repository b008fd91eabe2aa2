import { useState } from 'react'
import { DateField } from '#platform/web/form/DateField.tsx'
import { firstOfMonth, isoDay } from '#shared/dates.ts'
import { DayBookButtons } from './DayBookButtons.tsx'

/** Downloads the day book of the days that are entered; at first of this month up to today. */
export function DayBookDownload() {
  const today = isoDay(new Date())
  const [from, setFrom] = useState(firstOfMonth(today))
  const [to, setTo] = useState(today)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <DateField label="First day" value={from} onChange={({ target }) => setFrom(target.value)} />
      <DateField label="Last day" value={to} onChange={({ target }) => setTo(target.value)} />
      <div className="sm:col-span-2">
        <DayBookButtons from={from} to={to} />
      </div>
    </div>
  )
}
