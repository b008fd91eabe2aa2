/**
 * Runs the steps of deploy/Containerfile without a container engine. Each build stage is a temporary directory; the
 * portal is started from the last one with the image's environment variables, as an unprivileged user, and checked with
 * the image's health check. Steps that change the system (packages, users, /data) are skipped.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { account, openTemporaryFolder } from '#test/setup/postgres.ts'
import type { DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding, info, measured } from '#test/support/process/findings.ts'
import { freePort } from '#test/support/process/free-port.ts'

const root = join(import.meta.dirname, '../../..')

interface Step {
  instruction: string
  value: string
}

/** The steps of a Containerfile; comments are skipped, and continued lines are one step. */
const stepsOf = (text: string): Step[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [instruction = '', ...rest] = line.split(' ')
      return { instruction, value: rest.join(' ') }
    })

const changesSystem = /\b(apt-get|useradd|groupadd|install -d)\b/

interface Image {
  /** The directory used as the root file system of the current stage. */
  folder: string
  workdir: string
  variables: Record<string, string>
  entrypoint: string[]
  healthcheck: string[]
  done: number
  skipped: string[]
}

/** Runs the steps, with a directory for each stage in `folder`. */
function build(folder: string, steps: readonly Step[]): Image {
  const stages = new Map<string, string>()
  const image: Image = {
    folder,
    workdir: '/',
    variables: {},
    entrypoint: [],
    healthcheck: [],
    done: 0,
    skipped: [],
  }
  const at = (path: string, from = image.folder) =>
    join(from, path.startsWith('/') ? path : join(image.workdir, path))
  // npm and the scripts of the project run on the Node of this drill.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const run: Record<string, (value: string) => void> = {
    FROM: (value) => {
      const name = / AS (\S+)$/.exec(value)?.[1] ?? `stage${stages.size}`
      Object.assign(image, { folder: join(folder, name), workdir: '/', variables: {} })
      stages.set(name, image.folder)
      mkdirSync(image.folder)
    },
    WORKDIR: (value) => {
      image.workdir = value
      mkdirSync(at('.'), { recursive: true })
    },
    COPY: (value) => {
      const words = value.split(' ')
      const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1]
      const [target = '', ...sources] = words.slice(from ? 1 : 0).toReversed()
      for (const source of from ? sources : filesOf(sources))
        cpSync(
          from ? at(source, stages.get(from)) : join(root, source),
          target.endsWith('/') || target === '.'
            ? at(join(target, from ? (source.split('/').at(-1) ?? '') : source))
            : at(target),
          { recursive: true },
        )
    },
    RUN: (value) => {
      execFileSync('/bin/sh', ['-c', value], {
        cwd: at('.'),
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    },
    ENV: (value) => {
      for (const [, name = '', text = ''] of value.matchAll(/(\w+)=(\S+)/g))
        image.variables[name] = text
    },
    ENTRYPOINT: (value) => {
      image.entrypoint = JSON.parse(value)
    },
    HEALTHCHECK: (value) => {
      image.healthcheck = JSON.parse(value.slice(value.indexOf('[')))
    },
  }
  for (const { instruction, value } of steps) {
    const runStep = run[instruction]
    if (!runStep || (instruction === 'RUN' && changesSystem.test(value)))
      image.skipped.push(`${instruction} ${value}`)
    else {
      runStep(value)
      image.done += 1
    }
  }
  return image
}

/** The files of these paths in the build context: those of the repository. */
function filesOf(paths: readonly string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((path) => path !== '')
}

export async function containerfileDrill(env: DrillEnvironment): Promise<Finding[]> {
  const user = account()
  const folder = mkdtempSync(join(openTemporaryFolder(user), 'portal-image-'))
  env.onClose(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const steps = stepsOf(readFileSync(join(root, 'deploy/Containerfile'), 'utf8'))
  const image = build(folder, steps)
  const [data, temporary] = [join(folder, 'data'), join(folder, 'tmp')]
  for (const path of [data, temporary]) {
    mkdirSync(path)
    if (user) chownSync(path, user.uid, user.gid)
  }
  const port = await freePort()
  const moved = (text: string) =>
    text
      .replace(/^\/data/, data)
      .replace(/^\/tmp/, temporary)
      .replaceAll(':3000/', `:${port}/`)
  const variables = Object.entries({
    ...image.variables,
    HOST: '127.0.0.1',
    PORT: String(port),
    TMPDIR: temporary,
    LOG_LEVEL: 'error',
  })
  const options = {
    ...user,
    cwd: join(image.folder, image.workdir),
    env: Object.fromEntries(variables.map(([name, value]) => [name, moved(value)])),
  }
  const execute = ([program = '', ...args]: readonly string[]) =>
    spawn(join(options.cwd, program), args.map(moved), {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const portal = execute(image.entrypoint)
  env.onClose(() => portal.kill('SIGKILL'))
  let output = ''
  for (const stream of [portal.stdout, portal.stderr])
    stream.on('data', (text: Buffer) => {
      output = (output + text).slice(-5000)
    })
  let isHealthy = false
  for (let checks = 0; checks < 60 && !isHealthy && portal.exitCode === null; checks++) {
    const check = execute(image.healthcheck)
    isHealthy = (await new Promise((resolve) => check.once('close', resolve))) === 0
    if (!isHealthy) await sleep(250)
  }
  const page = isHealthy ? await fetch(`http://127.0.0.1:${port}/login`) : undefined
  const html = await page?.text()
  const ended = new Promise((resolve) => portal.once('close', resolve))
  portal.kill('SIGTERM')
  const code = await ended
  const inImage = (path: string) => join(image.folder, image.workdir, path)
  return [
    info('steps run without an engine', `${image.done} of ${steps.length}`),
    info('skipped', image.skipped.map((step) => step.split(' ').slice(0, 2).join(' ')).join(', ')),
    measured(
      'the check of the image succeeds',
      isHealthy ? 'yes' : output.slice(-500),
      'yes',
      isHealthy,
    ),
    measured(
      'the login page is served',
      String(html?.includes('<div id="root"')),
      'true',
      html?.includes('<div id="root"') === true,
    ),
    counted(
      'development packages and tests left out',
      ['test/setup/postgres.ts', 'node_modules/vitest/package.json'].filter(
        (path) => !existsSync(inImage(path)),
      ).length,
      2,
    ),
    measured('exit code after SIGTERM', String(code), '0', code === 0),
  ]
}
