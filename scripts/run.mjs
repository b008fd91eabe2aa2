// Runs child processes for the scripts. Ctrl-C or SIGTERM ends the children first, then the script.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** An error shown as its message, without a stack. */
export class UserError extends Error {}

/** The exit status a shell reports for this code or signal. */
const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 1)

const running = new Set()
let stoppedBy

/** A limit for `run`, in minutes from now. */
export function afterMinutes(minutes) {
  const controller = new AbortController()
  const stop = () => controller.abort(`Stopped after ${minutes} minutes.`)
  setTimeout(stop, minutes * 60_000).unref()
  return controller.signal
}

/**
 * Runs a command to its end and resolves to its exit code and, unless `show` is set, its output. Never
 * rejects, even when the command fails or does not exist. stdin is closed. With `group` the command leads
 * a process group of its own, so that signals also reach the processes it starts. When `limit` is aborted
 * the command is ended, and the reason of the abort is printed (with `show`) or added to the output.
 */
export function run(
  command,
  args,
  { env = process.env, show = false, limit = afterMinutes(20), started, group = false } = {},
) {
  return new Promise((resolve) => {
    const stdio = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
    const detached = group && process.platform !== 'win32'
    const child = spawn(command, args, { cwd: root, env, stdio, detached })
    const handle = { end: (signal) => end(child, detached, signal) }
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const stop = () => {
      if (show) console.error(limit.reason)
      else output += `\n${limit.reason}`
      handle.end('SIGTERM')
    }
    if (limit.aborted) stop()
    else limit.addEventListener('abort', stop, { once: true })

    const finish = (code) => {
      limit.removeEventListener('abort', stop)
      untrack(handle)
      if (stoppedBy && running.size === 0) process.exit(exitCode(null, stoppedBy))
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += error.message
      finish(127)
    })
    child.on('close', (code, signal) => finish(exitCode(code, signal)))
    track(handle)
    started?.(child.pid)
  })
}

function track(handle) {
  if (running.size === 0) for (const signal of signals) process.on(signal, forward)
  running.add(handle)
}

function untrack(handle) {
  running.delete(handle)
  if (running.size === 0) for (const signal of signals) process.off(signal, forward)
}

function forward(signal) {
  stoppedBy = signal
  for (const handle of running) handle.end(signal)
}

/** Sends the signal, and SIGKILL after ten seconds. */
function end(child, isGroup, signal) {
  const kill = (name) => {
    try {
      if (isGroup) process.kill(-child.pid, name)
      else child.kill(name)
    } catch {
      // It has already ended.
    }
  }
  kill(signal)
  setTimeout(() => kill('SIGKILL'), 10_000).unref()
}

/** The environment without node_modules/.bin in PATH, so that npm runs on the Node of the machine. */
export function systemEnvironment() {
  const own = join('node_modules', '.bin')
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.endsWith(own))
  return { ...process.env, PATH: path.join(delimiter) }
}
