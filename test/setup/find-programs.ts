/** npm test: finds or installs the programs that its parts need, or prints a sentence that names the missing ones. */

import { chromiumProgram } from './browser.ts'
import { postgresql } from './postgres.ts'
import { git, type Program, pgbouncer, requirePrograms } from './programs.ts'
import { webkit } from './webkit.ts'

const programsOf: Record<string, readonly Program<unknown>[]> = {
  changed: [git],
  unit: [postgresql, pgbouncer],
  journeys: [postgresql, chromiumProgram, webkit],
}

await requirePrograms(process.argv.slice(2).flatMap((part) => programsOf[part] ?? []))
