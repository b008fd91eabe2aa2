import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { claimFile, fileNameInUrl } from '#platform/server/files/stored-files.ts'
import { days, hours } from '#shared/durations.ts'
import { sum } from '#shared/sum.ts'
import { jpegPhoto } from '#test/files/sample-files.ts'
import { engines } from '#test/support/engines.ts'
import { type TestPortal, testPortal } from '#test/support/portal/test-portal.ts'
import { sweepDaily } from './daily-sweep.ts'

async function upload(portal: TestPortal, seed: number): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(await jpegPhoto(seed))]), 'a.jpg')
  const answer = await portal.visitor().request('POST', '/api/upload?kind=memberPhoto', form)
  return fileNameInUrl((await answer.json()).url) ?? ''
}

const runsOf = ({ db }: TestPortal) =>
  db
    .selectFrom('retention_run')
    .select(['at', 'applications', 'files', 'orphans'])
    .orderBy('at')
    .execute()

describe.each(engines)('the daily sweep on %s', (engine) => {
  test('removes unclaimed files, logs missing ones, and records the run', async () => {
    const lines: string[] = []
    const portal = await testPortal(engine, {
      log: pino({}, { write: (line: string) => lines.push(line) }),
    })
    const [unclaimed, missing] = [await upload(portal, 1), await upload(portal, 2)]
    await claimFile(portal.db, missing, { kind: 'memberPhoto', owner: 'person', ownerId: 'p1' })
    await portal.world.files.removeBytes([missing])
    portal.advanceClock(days(1) + hours(1))
    await sweepDaily(portal.world)
    expect(await portal.stored.storage.read(unclaimed)).toBeUndefined()
    const entry = lines.find((line) => line.includes('file contents missing')) ?? ''
    expect(entry).toContain(missing)
    expect(entry).not.toContain(unclaimed)
    const at = portal.clock.now.toISOString()
    expect(await runsOf(portal)).toEqual([{ at, applications: 0, files: 0, orphans: 1 }])
  })

  test('removes each file once when several processes run it concurrently', async () => {
    const portal = await testPortal(engine)
    for (let seed = 1; seed <= 6; seed++) await upload(portal, seed)
    portal.advanceClock(days(1) + hours(1))
    await Promise.all([1, 2, 3].map(() => sweepDaily(portal.world)))
    const runs = await runsOf(portal)
    expect(runs).toHaveLength(3)
    expect(sum(runs, ({ orphans }) => orphans)).toBe(6)
    expect(await portal.db.selectFrom('stored_file').select('name').execute()).toEqual([])
  })
})
