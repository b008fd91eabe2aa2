// Starts the child processes of these scripts. Ctrl-C or a SIGTERM ends the children first, then the script.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A failure that is told in one sentence, without a stack. */
export class Sentence extends Error {}

/** What a shell reports for a process that ended with this code or signal. */
export const exitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 1)

const running = new Set()
let stoppedBy

/**
 * Runs a command to its end and answers its exit code and, unless `show` is set, what it printed.
 * Never throws for a command that fails or does not exist. stdin is closed. With `group` the command
 * leads a process group of its own, so that signals reach whatever it starts, too.
 */
export function run(
  command,
  args,
  { env = process.env, show = false, minutes = 20, started, group = false } = {},
) {
  return new Promise((resolve) => {
    const stdio = show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
    const detached = group && process.platform !== 'win32'
    const child = spawn(command, args, { cwd: root, env, stdio, detached })
    const member = { end: (signal) => end(child, detached, signal) }
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    const tooLong = setTimeout(() => {
      output += `\nStopped after ${minutes} minutes.`
      member.end('SIGTERM')
    }, minutes * 60_000)

    const finish = (code) => {
      clearTimeout(tooLong)
      unfollow(member)
      if (stoppedBy && running.size === 0) process.exit(exitCode(null, stoppedBy))
      resolve({ code, output })
    }
    child.on('error', (error) => {
      output += error.message
      finish(127)
    })
    child.on('close', (code, signal) => finish(exitCode(code, signal)))
    follow(member)
    started?.(child.pid)
  })
}

function follow(member) {
  if (running.size === 0) for (const signal of signals) process.on(signal, passOn)
  running.add(member)
}

function unfollow(member) {
  running.delete(member)
  if (running.size === 0) for (const signal of signals) process.off(signal, passOn)
}

function passOn(signal) {
  stoppedBy = signal
  for (const member of running) member.end(signal)
}

/** Asks first; after ten seconds it no longer asks. */
function end(child, isGroup, signal) {
  const kill = (how) => {
    try {
      if (isGroup) process.kill(-child.pid, how)
      else child.kill(how)
    } catch {
      // It has ended by itself.
    }
  }
  kill(signal)
  setTimeout(() => kill('SIGKILL'), 10_000).unref()
}

/** The environment without node_modules/.bin in PATH, so that npm itself runs on the machine's own Node. */
export function plainEnvironment() {
  const own = join('node_modules', '.bin')
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.endsWith(own))
  return { ...process.env, PATH: path.join(delimiter) }
}
