import { Placeholders, Skeleton, SkeletonTable } from '#platform/web/ui/loading/Skeleton.tsx'

/** The open tasks beside the counts, below each other where the window is narrow. */
export const dashboardTopClass = 'grid grid-cols-1 gap-3 min-[1100px]:wide-beside-narrow'

/** The counts: two beside each other next to the open tasks and on a phone, four below the open tasks. */
export const statGridClass = 'grid grid-pairs flex-1 gap-px bg-line sm:max-[1099px]:grid-cols-4'

/** The shapes of the open tasks, the counts beside them, the tabs and the list, as high as what comes. */
export const DashboardPlaceholder = () => (
  <div className="grid grid-cols-1 gap-4 max-sm:gap-3">
    <div className={dashboardTopClass}>
      <ToDoPlaceholder />
      <StatsPlaceholder />
    </div>
    <div>
      <div className="bleed flex min-h-10.25 items-center gap-5 overflow-hidden border-b border-line px-(--gutter) touch:min-h-11.25">
        {['w-28', 'w-16', 'w-22', 'w-20', 'w-14', 'w-22'].map((width, index) => (
          <Skeleton key={index.toString()} className={`h-3 shrink-0 ${width}`} />
        ))}
      </div>
      <div className="sm:-mt-px max-sm:mt-12">
        <SkeletonTable rows={5} />
      </div>
    </div>
  </div>
)

const ToDoPlaceholder = () => (
  <div className="rounded-lg border border-line bg-surface">
    <span className="flex min-h-11 items-center px-4">
      <Skeleton className="h-3.5 w-16" />
    </span>
    <Placeholders count={5} label="Loading" className="grid">
      <span className="flex min-h-12 items-center gap-6 border-t border-line px-4 touch:min-h-[57px]">
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="ml-auto h-8 w-28 max-sm:w-8" />
      </span>
    </Placeholders>
  </div>
)

const StatsPlaceholder = () => (
  <div className="overflow-hidden rounded-lg border border-line bg-surface">
    <div className={statGridClass}>
      {['members', 'oem', 'vendors', 'jobs'].map((card) => (
        <span key={card} className="flex flex-col gap-y-1 bg-surface px-4 py-4 max-sm:py-3">
          {/* A label takes two lines where the cards are narrow. */}
          <Line className="h-5 max-[900px]:h-10" bone="h-3 w-24" />
          <Line className="h-8" bone="h-6 w-14" />
          <Line className="h-4" bone="h-2.5 w-20" />
        </span>
      ))}
    </div>
    <span className="grid gap-1.5 border-t border-line px-4 py-3.5">
      <Line className="h-5" bone="h-3 w-24" />
      <Skeleton className="h-2 w-full" />
      <Line className="h-4" bone="h-2.5 w-32" />
    </span>
  </div>
)

/** A shape in a line of text. */
const Line = ({ className, bone }: { className: string; bone: string }) => (
  <span className={`flex items-center ${className}`}>
    <Skeleton className={bone} />
  </span>
)
