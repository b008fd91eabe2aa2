/** The data folder of the sample association, created once for all journeys; each portal uses a copy. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { launchPortal } from '#test/drills/support/portal-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The data folder of the sample association; copy it with `copySample`. */
    sampleFolder: string
  }
}

// The key file of the papers is beside the data folder.
const suffixes = ['', '.key']

export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sample-'))
  const portal = await launchPortal({ DATA_DIR: folder })
  try {
    await portal.ready()
    // The links are printed after the sample data is stored, up to a minute on a busy machine.
    for (let tries = 0; tries < 1200 && !portal.output().includes('Job seeker'); tries++)
      await sleep(50)
  } finally {
    await portal.end('SIGTERM')
  }
  project.provide('sampleFolder', folder)
  return () => {
    for (const part of suffixes) rmSync(folder + part, { recursive: true, force: true })
  }
}

export function copySample(from: string, to: string): void {
  for (const part of suffixes)
    if (existsSync(from + part)) cpSync(from + part, to + part, { recursive: true })
}
