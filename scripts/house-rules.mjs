// The rules of the house that a machine can judge. check-house.mjs applies them, prove-house.mjs proves them.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

const longest = 250

/** A feature folder holds these names and no others. */
const featureNames = [
  /^([a-z]+-)?(contract|rules)\.ts$/,
  /^server\/(routes|actions|queries|mails|sample)\.ts$/,
  /^server\/[a-z]+(-[a-z]+)*-(actions|queries)\.ts$/,
  /^web\/[a-z-]*calls\.ts$/,
  /^web\/[A-Z]\w*(Screen|Tab|Table|Dialog|Form|Card)\.tsx$/,
  /^((server|web)\/)?[\w.-]+\.test\.tsx?$/,
]

/** Everything wrong in a checkout, as { rule, file, text }. */
export function complaints(folder) {
  const files = filesOf(folder, 'src')
  const broken =
    files.length === 0 ? [{ rule: 'no-files', file: 'src', text: 'no files found' }] : []
  return [
    ...broken,
    ...imports(folder),
    ...files.flatMap((file) => inFile(file, fs.readFileSync(join(folder, file), 'utf8'))),
    ...['README.md', 'ARCHITECTURE.md'].flatMap((page) => inPage(folder, page)),
  ]
}

/** dependency-cruiser's verdict; it must have seen modules, for it says 'no violations' to nothing too. */
function imports(folder) {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [cruiser, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const whole = (text) => [{ rule: 'imports', file: 'src', text }]
  if (!stdout) return whole(`dependency-cruiser did not run: ${stderr}`)
  const { modules, summary } = JSON.parse(stdout)
  const seen = modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).length
  const followed = modules.some(({ dependencies }) => dependencies.length > 0)
  if (seen === 0 || !followed) return whole(`dependency-cruiser read ${seen} TypeScript modules`)
  const { forbidden } = summary.ruleSetUsed
  return summary.violations.map(({ rule, from, to }) => {
    const why = forbidden.find(({ name }) => name === rule.name)?.comment ?? ''
    return { rule: rule.name, file: from, text: `imports ${to}: ${why}` }
  })
}

function inFile(file, text) {
  const found = []
  const complain = (rule, what) => found.push({ rule, file, text: what })
  const name = file.match(/^src\/features\/[^/]+\/(.+)$/)?.[1]
  if (name && !featureNames.some((allowed) => allowed.test(name)))
    complain('names', 'is not a name of the house for a file in a feature')
  if (/^src\/features\/[^/]+$/.test(file)) complain('names', 'belongs in the folder of a feature')
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (/\.(tsx?|css)$/.test(file) && lines > longest)
    complain('length', `has ${lines} lines, the most we allow is ${longest}`)
  if (!/^src\/app\/server\/|\.test\.tsx?$/.test(file) && /\bconsole\.log\(/.test(text))
    complain('console', 'console.log is for src/app/server only')
  if (/\/server\/actions\.ts$/.test(file) && /import (?!type )[^;]*?from 'kysely'/.test(text))
    complain(
      'sql-types',
      "actions.ts takes types from Kysely and nothing else: import type { … } from 'kysely'",
    )
  return found
}

/** What a page claims: the npm scripts, files and folders it names exist. */
function inPage(folder, page) {
  const path = join(folder, page)
  if (!fs.existsSync(path)) return []
  const text = fs.readFileSync(path, 'utf8')
  const { scripts } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'))
  const called = [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
    ([, a, b]) => a ?? b,
  )
  const named = [...linksIn(text), ...pathsIn(text, folder)]
  return [
    ...called
      .filter((script) => !scripts[script])
      .map((script) => ({
        rule: 'scripts',
        file: page,
        text: `names npm run ${script}, which does not exist`,
      })),
    ...named
      .filter((target) => !fs.existsSync(join(folder, dirname(page), target)))
      .map((target) => ({
        rule: 'links',
        file: page,
        text: `names ${target}, which does not exist`,
      })),
  ]
}

const linksIn = (text) =>
  [...text.matchAll(/\]\(\s*<?([^)\s>]+)/g)]
    .map(([, target]) => decodeURI(target.replace(/[#?].*$/, '')))
    .filter((target) => target && !/^([a-z]+:|\/\/)/i.test(target))

/** `src/features/jobs` and the like; up to the first * or <placeholder>. */
function pathsIn(text, folder) {
  const folders = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
  const ours = new Set([...folders.map(({ name }) => name), 'src', 'test', 'docs', 'scripts'])
  for (const generated of ['node_modules', 'dist', 'data', '.cache', '.git']) ours.delete(generated)
  return [...text.matchAll(/`(?:\.\/)?([\w.@-]+\/[\w./@*<>{},-]*)`/g)]
    .map(([, path]) => path.replace(/[^/]*[*<{].*$/, ''))
    .filter((path) => ours.has(path.split('/')[0]))
}

function filesOf(folder, path) {
  if (!fs.existsSync(join(folder, path))) return []
  return fs.readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const file = `${path}/${entry.name}`
    return entry.isDirectory() ? filesOf(folder, file) : [file]
  })
}
