/** `npm start -- --workers N` as a process of its own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readWorkers } from '#platform/server/workers.ts'
import { launchPortal } from '#test/drills/support/portal-process.ts'
import { borrowDatabase } from '#test/setup/migrated.ts'
import { eventually } from '#test/support/eventually.ts'

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

/** Five processes start one after the other, which takes seconds. */
const patience = 30_000

test(
  'workers serve one port; one that ends is replaced, all are restarted in turn, and stopped',
  async () => {
    const { url, release } = await borrowDatabase()
    onTestFinished(release)
    const portal = await launchWorkers('2', url)
    await portal.ready()
    await eventually(() => expect(servingOf(portal.output())).toHaveLength(2))
    const before = portal.workers()
    expect(before).toHaveLength(2)

    process.kill(Number(before[0]), 'SIGKILL')
    await eventually(() => expect(servingOf(portal.output())).toHaveLength(3))
    expect(portal.workers()).not.toContain(before[0])
    expect(portal.workers()).toContain(before[1])

    const load = startLoad(portal.url)
    process.kill(portal.pid, 'SIGUSR2')
    await eventually(() => expect(portal.workers()).not.toContain(before[1]))
    expect(new Set(await load.stop())).toEqual(new Set([200]))

    expect(await portal.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(portal.output().match(/The portal is ready/g)).toHaveLength(1)
  },
  3 * patience,
)

/** Requests without a pause, four at a time, each on a connection of its own. */
function startLoad(url: string) {
  const answers: (number | string)[] = []
  let isStopping = false
  const send = async () => {
    while (!isStopping) {
      const signal = AbortSignal.timeout(patience)
      const answer = await fetch(`${url}/healthz`, { headers: { Connection: 'close' }, signal })
        .then(({ status }) => status)
        .catch(String)
      answers.push(answer)
    }
  }
  const senders = Array.from({ length: 4 }, send)
  return {
    /** The status of each answer, or why there was none. */
    stop: async () => {
      isStopping = true
      await Promise.all(senders)
      return answers
    },
  }
}

test(
  'a worker that is killed leaves no client waiting',
  async () => {
    const { url, release } = await borrowDatabase()
    onTestFinished(release)
    const portal = await launchWorkers('2', url)
    await portal.ready()
    const load = startLoad(portal.url)
    for (let serving = 2; serving < 5; serving++) {
      await eventually(() => expect(servingOf(portal.output())).toHaveLength(serving))
      process.kill(Number(portal.workers()[0]), 'SIGKILL')
    }
    const failures = (await load.stop()).filter((answer) => answer !== 200)
    expect(failures.filter((failure) => failure !== 'TypeError: fetch failed')).toEqual([])
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
