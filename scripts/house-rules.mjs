// The rules of the house that a machine can judge. check-house.mjs applies them, prove-house.mjs proves them.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

/** From 250 lines on, ask whether a file has two topics; above this it is refused. */
const longest = 400
/** Files in one folder, tests not counted. */
const mostFiles = 25

/** A component's file may carry one of these suffixes only when its markup has such a thing. */
const suffixes = {
  Form: /<form\b|<\w*Form\b|\buseForm\b|\bUseFormReturn\b/,
  Dialog: /<\w*Dialog\b/,
  Card: /<\w*Card\b|<(article|section|li|main)\b/,
  Table: /<table\b|<\w*Table\b/,
}

/** Everything wrong in a checkout, as { rule, file, text }. */
export function complaints(folder) {
  const files = filesOf(folder, 'src')
  const broken =
    files.length === 0 ? [{ rule: 'no-files', file: 'src', text: 'no files found' }] : []
  return [
    ...broken,
    ...imports(folder),
    ...files.flatMap((file) => inFile(file, fs.readFileSync(join(folder, file), 'utf8'))),
    ...fullFolders(files),
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
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (/\.(tsx?|css)$/.test(file) && lines > longest)
    complain('length', `has ${lines} lines, the most we allow is ${longest}`)
  if (/^src\/features\/[^/]+$/.test(file)) complain('names', 'belongs in the folder of a feature')
  for (const what of misnamed(file, text)) complain('names', what)
  if (!/^src\/app\/server\/|\.test\.tsx?$/.test(file) && /\bconsole\.log\(/.test(text))
    complain('console', 'console.log is for src/app/server only')
  return found
}

/** A PascalCase file is a component of that name, and its suffix is true. */
function misnamed(file, text) {
  const name = file.match(/\/([A-Z]\w*)\.tsx$/)?.[1]
  if (!name) return []
  const suffix = Object.keys(suffixes).find((ending) => name.endsWith(ending))
  return [
    ...(new RegExp(`export (function|const|class) ${name}\\b`).test(text)
      ? []
      : [`exports no component called ${name}`]),
    ...(suffix && !suffixes[suffix].test(text)
      ? [`is called a ${suffix}, but there is none in it`]
      : []),
  ]
}

function fullFolders(files) {
  const counts = Map.groupBy(
    files.filter((file) => !/\.test\.tsx?$/.test(file)),
    dirname,
  )
  return [...counts]
    .filter(([, inside]) => inside.length > mostFiles)
    .map(([folder, inside]) => ({
      rule: 'folders',
      file: folder,
      text: `holds ${inside.length} files; put those of one topic into a folder (at most ${mostFiles})`,
    }))
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
