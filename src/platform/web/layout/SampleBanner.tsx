import { portal } from '../api/portal-info.ts'

/** Shown at the top of every screen of a sample portal; nothing in a real one. */
export function SampleBanner() {
  if (!portal.sample) return null
  return (
    <aside
      aria-label="Sample data"
      className="bg-warning-soft px-4 py-1 text-center text-xs font-medium text-warning-text"
    >
      Sample data: nothing here is real
    </aside>
  )
}
