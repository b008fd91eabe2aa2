/** `npm start -- --workers N` as a process of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readWorkers } from '#platform/server/workers.ts'
import { launchPortal } from '#test/drills/support/portal-process.ts'
import { borrowDatabase } from '#test/setup/migrated.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-test-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

async function launchWorkers(count: string, databaseUrl?: string) {
  const DATA_DIR = join(folder(), 'data')
  const settings = { DATA_DIR, DATABASE_URL: databaseUrl, ADMIN_EMAIL: 'admin@panel.example' }
  const portal = await launchPortal(settings, [], ['--workers', count])
  onTestFinished(async () => {
    await portal.end('SIGKILL')
  }, patience)
  const workers = () =>
    readFileSync(`/proc/${portal.pid}/task/${portal.pid}/children`, 'utf8').trim().split(/\s+/)
  return { ...portal, workers }
}

/** Five processes start, which takes a second or two on a quiet machine. */
const patience = 60_000
const wait = { timeout: patience, interval: 20 }

test(
  'workers serve one port; one that ends is replaced, all are restarted in turn, and stopped',
  async () => {
    const { url, release } = await borrowDatabase()
    onTestFinished(release)
    const portal = await launchWorkers('2', url)
    await portal.ready()
    await vi.waitFor(() => expect(servingOf(portal.output())).toHaveLength(2), wait)
    const before = portal.workers()
    expect(before).toHaveLength(2)

    process.kill(Number(before[0]), 'SIGKILL')
    await vi.waitFor(() => expect(servingOf(portal.output())).toHaveLength(3), wait)
    expect(portal.workers()).not.toContain(before[0])
    expect(portal.workers()).toContain(before[1])

    const answers: number[] = []
    let isRestarting = true
    const load = (async () => {
      while (isRestarting) {
        const answer = await fetch(`${portal.url}/healthz`, { headers: { Connection: 'close' } })
        answers.push(answer.status)
        await setTimeout(10)
      }
    })()
    process.kill(portal.pid, 'SIGUSR2')
    await vi.waitFor(() => expect(portal.workers()).not.toContain(before[1]), wait)
    isRestarting = false
    await load
    expect(new Set(answers)).toEqual(new Set([200]))

    expect(await portal.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(portal.output().match(/The portal is ready/g)).toHaveLength(1)
  },
  3 * patience,
)

/** The log entries of portals that serve. */
const servingOf = (output: string) =>
  output.split('\n').filter((line) => line.includes('"msg":"serving"'))

test('SQLite has one process', async () => {
  const portal = await launchWorkers('2')
  expect(await portal.exited).toEqual({ code: 1, signal: null })
  expect(portal.output()).toContain('Several workers need PostgreSQL: set DATABASE_URL')
})

test.each(['0', 'two', '65', '-1', ''])('refuses %s workers', (count) => {
  expect(() => readWorkers([`--workers=${count}`])).toThrow(`--workers is "${count}"; it must be`)
})

test('is one process without the option', () => {
  expect(readWorkers([])).toBe(1)
  expect(readWorkers(['--workers', '4'])).toBe(4)
})
