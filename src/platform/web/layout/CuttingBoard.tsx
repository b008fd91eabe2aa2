import { portal } from '../api/portal-info.ts'
import { AssociationLogo } from './AssociationLogo.tsx'

/** The parts of a wardrobe on a board: where each lies in the grid, and its decor. */
const parts = [
  { area: '1 / 1 / 3 / 2' },
  { area: '1 / 2 / 2 / 4', decor: 'bg-oak-pale' },
  { area: '1 / 4 / 3 / 5' },
  { area: '1 / 5 / 4 / 6' },
  { area: '2 / 2 / 4 / 3' },
  { area: '2 / 3 / 3 / 4' },
  { area: '3 / 1 / 5 / 2', decor: 'bg-oak' },
  { area: '3 / 3 / 5 / 5' },
  { area: '4 / 2 / 5 / 3', decor: 'bg-decor-pale' },
  { area: '4 / 5 / 6 / 6' },
  { area: '5 / 3 / 6 / 5', decor: 'bg-decor' },
  { area: '6 / 4 / 8 / 6' },
  { area: '7 / 1 / 8 / 3' },
  { area: '7 / 3 / 8 / 4', decor: 'bg-oak-pale' },
]

const grid =
  'grid [grid-template:3fr_2fr_3fr_2fr_4fr_3fr_2fr/5fr_3fr_2fr_4fr_3fr] forced-colors:hidden'

/**
 * The decorative cutting plan with the name of the association on one of its parts; on phones a strip below the page.
 */
export const CuttingBoard = () => (
  <aside className="relative overflow-hidden border-line bg-sunken max-sm:h-28 max-sm:border-t sm:border-r">
    <div aria-hidden="true" className={`absolute -inset-px max-sm:h-160 max-sm:-top-70 ${grid}`}>
      {parts.map(({ area, decor = '' }) => (
        <i
          key={area}
          style={{ gridArea: area }}
          className={`border-r border-b border-cut ${decor}`}
        />
      ))}
    </div>
    <div className={`relative h-full max-sm:hidden ${grid} forced-colors:grid`}>
      <div className="-mt-px mr-px mb-px -ml-px flex min-w-min flex-col items-start justify-end gap-4 bg-surface px-7 py-6 max-lg:px-5 [grid-area:5/1/7/3]">
        <AssociationLogo size="card" />
        <p className="text-xl max-lg:text-lg leading-[1.3] font-semibold tracking-[-0.015em] text-balance">
          {portal.association_name}
        </p>
      </div>
    </div>
  </aside>
)
