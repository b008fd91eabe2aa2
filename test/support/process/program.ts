import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The program to start in a checkout: the built one. Older portals run from their source. */
export function programOf(checkout: string, name: 'main' | 'cli'): string {
  const built = join(checkout, `dist/server/${name}.js`)
  return existsSync(built) ? built : join(checkout, `src/app/server/${name}.ts`)
}
