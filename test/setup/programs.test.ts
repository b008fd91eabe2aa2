import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const isRoot = process.getuid?.() === 0

/** Looks for two programs in a folder, where this text of a shell script is the only apt-get. */
function findTwo(aptGet?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    chmodSync(join(folder, name), 0o755)
  }
  if (aptGet) write('apt-get', `#!/bin/sh\necho "$@" >>${folder}/calls\n${aptGet}`)
  write('apt-cache', '#!/bin/sh\n[ "$2" != new ] && echo "  Candidate: 1.0"\n')
  const modules = JSON.stringify(join(import.meta.dirname, 'programs.ts'))
  const script = `
    import { existsSync } from 'node:fs'
    import { requirePrograms } from ${modules}
    const find = (name) => () => [${JSON.stringify(folder)} + '/' + name].find(existsSync)
    const one = { name: 'One', packages: ['new|old'], find: find('one') }
    const two = { name: 'Two', packages: ['two'], find: find('two') }
    await requirePrograms([one, two, one])`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: folder, FOLDER: folder },
    encoding: 'utf8',
  })
  const calls = join(folder, 'calls')
  return {
    status,
    lastLine: stdout.trim().split('\n').at(-1),
    calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [],
  }
}

const missing = {
  status: 1,
  lastLine:
    'One and Two are missing: run "apt-get install new two" as root, or see "Programs for the tests" in CONTRIBUTING.md.',
}
const options = '-qq -o DPkg::Lock::Timeout=180'
const update = `${options} update`
const install = `${options} install -y --no-install-recommends old two`

test('missing programs are named in one sentence where they cannot be installed', () => {
  expect(findTwo()).toEqual({ ...missing, calls: [] })
})

test('root on Debian installs all by one call, after the lists of packages', () => {
  const result = findTwo('case "$*" in *install*) : >$FOLDER/one; : >$FOLDER/two;; esac')
  if (isRoot) expect(result).toMatchObject({ status: 0, calls: [update, install] })
  else expect(result).toEqual({ ...missing, calls: [] })
})

test('an installation that fails also ends with the sentence', () => {
  const result = findTwo('echo "E: Unable to fetch" >&2; exit 100')
  expect(result).toEqual({ ...missing, calls: isRoot ? [update, install] : [] })
})

test('waits for another program that installs packages', () => {
  const result = findTwo(`
    [ -e $FOLDER/tried ] || { : >$FOLDER/tried; echo "E: Could not get lock /var/lib/apt/lists/lock" >&2; exit 100; }
    case "$*" in *install*) : >$FOLDER/one; : >$FOLDER/two;; esac`)
  if (isRoot) expect(result).toMatchObject({ status: 0, calls: [update, update, install] })
  else expect(result).toEqual({ ...missing, calls: [] })
})
