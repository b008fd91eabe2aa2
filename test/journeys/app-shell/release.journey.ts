/** The files of a release start by themselves, and need nothing of the checkout. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fontFile, scripts } from '#platform/server/documents/font-files.ts'
import { freePort } from '#test/support/process/free-port.ts'

const root = join(import.meta.dirname, '../../..')
/** A script, not a module of the portal. */
const script = join(root, 'scripts/release-files.mjs')
const { writeRelease } = await import(/* @vite-ignore */ script)

test('a release serves the sample association', async () => {
  // Not below the checkout's node_modules, which Node would search too; 250 MB
  // are much for a temporary folder in memory.
  const folder = mkdtempSync('/var/tmp/portal-release-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [release, current] = [join(folder, 'release'), join(folder, 'current')]
  mkdirSync(current)
  await writeRelease(release)
  const fonts = scripts.flatMap((name) => [fontFile(name), fontFile(`${name}-bold`)])
  const missing = fonts.filter((file) => !existsSync(join(release, relative(root, file))))
  expect(missing).toEqual([])

  const port = await freePort()
  const portal = spawn(join(release, 'start'), [], {
    cwd: current,
    env: { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    portal.kill('SIGKILL')
  })
  let output = ''
  for (const stream of [portal.stdout, portal.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Administrator (Admin Dashboard)')
  const page = await (await fetch(`${url}/login`)).text()
  const [, entry] = page.match(/<script[^>]+src="([^"]+)"/) ?? []
  expect((await fetch(`${url}${entry}`)).status).toBe(200)

  const ended = once(portal, 'exit')
  portal.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(output).not.toContain('"level":"error"')
})
