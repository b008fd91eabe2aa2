/** Taking applications with 8 MB of files: time against the bare disk, memory while 20 arrive. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, info, measured, median } from '#test/drills/support/findings.ts'
import { noisePhoto, oemFiles, oemForm, plainPdf, send } from '#test/drills/support/form-client.ts'
import { adminEmail } from '#test/drills/support/sign-in.ts'
import { concurrently, type Site } from '#test/drills/support/site.ts'

const mostMemory = 768

export async function applying(site: Site, rounds: number): Promise<Finding[]> {
  const folder = site.folder()
  const portal = await site.portal({
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
  const disk: number[] = []
  const whole: number[] = []
  for (let round = 0; round < rounds; round++) {
    disk.push(timed(() => writeAll(folder, files)))
    const began = performance.now()
    await apply()
    whole.push(performance.now() - began)
  }
  const began = performance.now()
  await concurrently(20, 20, apply)
  const together = performance.now() - began
  const peak = Number(
    readFileSync(`/proc/${portal.pid}/status`, 'utf8').match(/^VmHWM:\s+(\d+)/m)?.[1],
  )
  const memory = (peak * 1024) / 1e6
  const ratios = whole.map((time, index) => time / (disk[index] ?? Number.NaN))
  return [
    info(
      `one application with ${megabytes.toFixed(1)} MB in 5 files, median of ${rounds}`,
      `${median(whole).toFixed(0)} ms`,
    ),
    info('the same bytes written to disk with fsync', `${median(disk).toFixed(0)} ms`),
    info('times as long as the bare disk', median(ratios).toFixed(1)),
    info('20 at once', `${(together / 1000).toFixed(1)} s`),
    measured(
      'memory (RSS) at its highest while 20 arrive at once',
      `${memory.toFixed(0)} MB`,
      `< ${mostMemory} MB`,
      memory < mostMemory,
    ),
  ]
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function writeAll(folder: string, files: Buffer[]) {
  files.forEach((bytes, index) => {
    const file = openSync(join(folder, `bare-${index}`), 'w')
    writeSync(file, bytes)
    fsyncSync(file)
    closeSync(file)
  })
}
