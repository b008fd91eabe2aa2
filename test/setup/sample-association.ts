/** The sample association, laid out once for all journeys: each takes a copy of the folder. */
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { launchPortal } from '#test/drills/support/portal-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder that holds the sample association; copy it with `copySample`. */
    sampleFolder: string
  }
}

// The key of the papers lies beside the data folder.
const parts = ['', '.key']

export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sample-'))
  const portal = await launchPortal({ DATA_DIR: folder })
  try {
    await portal.ready()
    // Filling may take its time on a busy machine; the links are printed after it.
    for (let tries = 0; tries < 1200 && !portal.output().includes('Job seeker'); tries++)
      await sleep(50)
  } finally {
    await portal.end('SIGTERM')
  }
  project.provide('sampleFolder', folder)
  return () => {
    for (const part of parts) rmSync(folder + part, { recursive: true, force: true })
  }
}

export function copySample(from: string, to: string): void {
  for (const part of parts)
    if (existsSync(from + part)) cpSync(from + part, to + part, { recursive: true })
}
