/** Applications with 8 MB of files: time relative to writing to disk, memory during 20 at once. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { concurrently, type DrillEnvironment } from '#test/drills/support/environment.ts'
import { type Finding, info, measured, median } from '#test/drills/support/findings.ts'
import { noisePhoto, oemFiles, oemForm, plainPdf, send } from '#test/drills/support/form-client.ts'
import { adminEmail } from '#test/drills/support/sign-in.ts'
import { memoryOf } from './memory.ts'

const maxMemoryMb = 768

export async function applying(env: DrillEnvironment, rounds: number): Promise<Finding[]> {
  const folder = env.folder()
  const portal = await env.portal({
    DATA_DIR: folder,
    ADMIN_EMAIL: adminEmail,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: 'on',
  })
  const photo = await noisePhoto(1600, 1200)
  const parts = oemFiles(photo, plainPdf(2_150_000))
  const files = parts.map(({ value }) =>
    typeof value === 'string' ? Buffer.alloc(0) : value.bytes,
  )
  const megabytes = files.reduce((sum, { length }) => sum + length, 0) / 1e6
  let sent = 0
  const apply = async () => {
    sent += 1
    const form = oemForm(`bench${sent}@drill.example`, parts)
    const answer = await send(portal.url, '/api/auth/apply', form)
    if (answer?.status !== 201) throw new Error(`apply: ${answer?.status} ${answer?.text}`)
  }
  await apply()
  const diskMs: number[] = []
  const applyMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    diskMs.push(timed(() => writeAll(folder, files)))
    const startedAt = performance.now()
    await apply()
    applyMs.push(performance.now() - startedAt)
  }
  const startedAt = performance.now()
  await concurrently(20, 20, apply)
  const concurrentMs = performance.now() - startedAt
  const memory = memoryOf(portal.pid, 'VmHWM')
  const ratios = applyMs.map((time, index) => time / (diskMs[index] ?? Number.NaN))
  return [
    info(
      `one application with ${megabytes.toFixed(1)} MB in 5 files, median of ${rounds}`,
      `${median(applyMs).toFixed(0)} ms`,
    ),
    info('the same bytes written to disk with fsync', `${median(diskMs).toFixed(0)} ms`),
    info('ratio to writing to disk', median(ratios).toFixed(1)),
    info('20 applications at once', `${(concurrentMs / 1000).toFixed(1)} s`),
    measured(
      'peak memory (RSS) during 20 at once',
      `${memory.toFixed(0)} MB`,
      `< ${maxMemoryMb} MB`,
      memory < maxMemoryMb,
    ),
  ]
}

function timed(work: () => void): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

function writeAll(folder: string, files: Buffer[]) {
  files.forEach((bytes, index) => {
    const file = openSync(join(folder, `baseline-${index}`), 'w')
    writeSync(file, bytes)
    fsyncSync(file)
    closeSync(file)
  })
}
