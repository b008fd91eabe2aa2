import Download from 'lucide-react/icons/download'
import { Button } from '#platform/web/ui/Button.tsx'
import type { Period } from '#shared/dates.ts'
import { useDayBook } from '../books/calls.ts'

/** Downloads the payments and cancellations recorded within these days (yyyy-MM-dd). */
export function DayBookButtons({ from, to }: Period) {
  const download = useDayBook()
  return (
    <div className="flex w-full items-center gap-2 text-sm">
      <span className="mr-auto one-line text-ink-soft" title="Day book, with cancellations">
        Day book<span className="max-sm:sr-only">, with cancellations</span>
      </span>
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          size="sm"
          icon={<Download aria-hidden="true" />}
          aria-label={`Download the day book as ${format === 'xlsx' ? 'Excel' : 'CSV'}`}
          pending={download.isPending && download.variables?.format === format}
          onClick={() => download.mutate({ from, to, format })}
        >
          {format === 'xlsx' ? 'Excel' : 'CSV'}
        </Button>
      ))}
    </div>
  )
}
