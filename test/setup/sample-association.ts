/** The data folder of the sample association, created once for all journeys; each portal uses a copy. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchPortal } from '#test/support/process/portal-process.ts'
import { waitUntil } from '#test/support/process/wait-until.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of the sample association; copy it with `copySample`. */
    sampleFolder: string
  }
}

// The key file of the papers is beside the data folder.
const suffixes = ['', '.key']

export async function makeSample() {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sample-'))
  const portal = await launchPortal({ DATA_DIR: folder })
  try {
    await portal.ready()
    // The links are printed after the sample data is stored, a minute and more on a busy machine.
    if (!(await waitUntil(() => portal.output().includes('Job seeker'), 600_000)))
      throw new Error(`The sample association is incomplete. Its portal says:\n${portal.output()}`)
  } finally {
    await portal.end('SIGTERM')
  }
  const remove = () => {
    for (const part of suffixes) rmSync(folder + part, { recursive: true, force: true })
  }
  return { sampleFolder: folder, remove }
}

export function copySample(from: string, to: string): void {
  for (const part of suffixes)
    if (existsSync(from + part)) cpSync(from + part, to + part, { recursive: true })
}
