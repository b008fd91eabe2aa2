// npm run release: makes one archive of the built portal, with production packages and Node, for a
// server with Linux (glibc) and this machine's processor:
// dist/members-portal-VERSION-COMMIT-linux-CPU.tar.gz. It needs a checkout, not the server.
//   npm run release -- --cpu arm64          for another processor
//   npm run release -- --folder FOLDER      only the files, for an image (deploy/Containerfile)
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import './require-node.mjs'

const { prepare } = await import('./prepare.mjs')
const { root, UserError } = await import('./run.mjs')

try {
  const { values } = parseArgs({
    options: {
      cpu: { type: 'string', default: process.arch },
      folder: { type: 'string' },
    },
  })
  await prepare()
  // Its packages are there only now.
  const { packRelease, writeRelease } = await import('./release-files.mjs')
  const { cpu, folder } = values
  if (folder) await writeRelease(folder, cpu)
  else {
    const { version } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'))
    const name = ['members-portal', version, commit(), 'linux', cpu].filter(Boolean).join('-')
    const file = join('dist', `${name}.tar.gz`)
    await packRelease(join(root, file), name, { cpu, madeAt: commitTime() })
    const megabytes = Math.ceil(fs.statSync(join(root, file)).size / 1e6)
    console.log(`${file} is ready (${megabytes} MB).`)
  }
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** The commit, with '-dirty' when files have been changed since; '' without Git. */
function commit() {
  return git('describe', '--always', '--dirty', '--abbrev=10', '--exclude=*')
}

function commitTime() {
  return new Date(Number(git('log', '-1', '--format=%ct')) * 1000)
}

function git(...args) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', args, options).trim()
  } catch {
    return ''
  }
}
