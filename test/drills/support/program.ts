import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** What is started of the code in a folder: what was built there. Older portals run from their source. */
export function programOf(checkout: string, name: 'main' | 'cli'): string {
  const built = join(checkout, `dist/server/${name}.js`)
  return existsSync(built) ? built : join(checkout, `src/app/server/${name}.ts`)
}
