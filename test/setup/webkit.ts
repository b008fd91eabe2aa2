/** WebKitGTK, the engine of Safari, driven by WebDriver in a window of a virtual screen. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Builder, type WebDriver } from 'selenium-webdriver'
import { freePort } from '#test/support/process/free-port.ts'
import { answersOk, waitUntil } from '#test/support/process/wait-until.ts'
import { onPath, type Program, provide } from './programs.ts'

export interface WebKitWindow {
  window: WebDriver
  /** The folder of saved files. */
  downloads: string
  /** Closes the window and ends its programs. */
  close: () => Promise<void>
}

/** The default toolbar of MiniBrowser needs 447 px; without its icons and margins a window can be 320 px wide. */
const narrowToolbar = `
window * { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 4px; }
image { -gtk-icon-source: none; }
`

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A window without cookies or storage of an earlier one. */
export async function openWebKit(): Promise<WebKitWindow> {
  const { driver, browser, display } = await provide(webkit)
  const home = mkdtempSync(join(tmpdir(), 'portal-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0', 'gtk.css'), narrowToolbar)
  const downloads = join(home, 'downloads')
  mkdirSync(downloads)
  writeFileSync(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const screen = spawn(
    display,
    ['-displayfd', '3', '-screen', '0', '2000x1300x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  running.add(screen)
  const number = await displayNumber(screen)
  const port = await freePort()
  const server = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      DISPLAY: `:${number}`,
      LANG: 'C.UTF-8',
      // Without a session bus, GTK waits for the one of assistive technology.
      NO_AT_BRIDGE: '1',
    },
  })
  running.add(server)
  const url = `http://127.0.0.1:${port}`
  if (!(await waitUntil(() => answersOk(`${url}/status`), 60_000)))
    throw new Error('WebKitWebDriver did not start')
  const window = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    })
    .build()
  return {
    window,
    downloads,
    close: async () => {
      await window.quit()
      for (const child of [server, screen]) await end(child)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Gives the page of a window this size in CSS pixels, and waits until it is laid out for it. */
export async function resizePage(
  window: WebDriver,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const frame = window.manage().window()
  const hasFitted = async () => {
    const inner = await window.executeScript<{ width: number; height: number }>(
      'return { width: innerWidth, height: innerHeight }',
    )
    if (inner.width === width && inner.height === height) return true
    const outer = await frame.getRect()
    // The page follows the window later, so the difference of the two may be of an earlier size.
    await frame.setRect({
      x: 0,
      y: 0,
      width: Math.max(width, outer.width + width - inner.width),
      height: Math.max(height, outer.height + height - inner.height),
    })
    return false
  }
  if (!(await waitUntil(hasFitted, 60_000)))
    throw new Error(`The page cannot be ${width} x ${height} pixels`)
}

/** Xvfb writes the number of its display to the fourth file descriptor as soon as it accepts connections. */
async function displayNumber(screen: ChildProcess): Promise<number> {
  const output = screen.stdio[3]
  if (!output || !('once' in output)) throw new Error('Xvfb has no pipe')
  return new Promise((resolve, reject) => {
    output.once('data', (data: Buffer) => resolve(Number(data.toString())))
    screen.once('close', () => reject(new Error('Xvfb did not start')))
  })
}

async function end(child: ChildProcess): Promise<void> {
  running.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await closed
}

interface Programs {
  driver: string
  browser: string
  display: string
}

export const webkit: Program<Programs> = {
  name: 'WebKitGTK with Xvfb',
  packages: ['webkit2gtk-driver', 'xvfb'],
  find: findWebKit,
}

function findWebKit(): Programs | undefined {
  const driver = onPath('WebKitWebDriver').find(existsSync)
  const display = onPath('Xvfb').find(existsSync)
  const browser = findMiniBrowser()
  return driver && display && browser ? { driver, display, browser } : undefined
}

/** A program of the library, in a folder that names the architecture and the version. */
function findMiniBrowser(): string | undefined {
  const folders = ['/usr/lib', '/usr/libexec'].filter(existsSync)
  const libraries = folders.flatMap((folder) => [folder, ...subfolders(folder, /-linux-gnu/)])
  return libraries
    .flatMap((folder) => subfolders(folder, /^webkit2?gtk-/))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(existsSync)
}

const subfolders = (folder: string, name: RegExp): string[] =>
  readdirSync(folder)
    .filter((entry) => name.test(entry))
    .map((entry) => join(folder, entry))
