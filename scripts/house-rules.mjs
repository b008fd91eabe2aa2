// The house rules that a machine can check. check-house.mjs applies them, prove-house.mjs shows each one refusing something.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, pageViolations } from './house-pages.mjs'
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
export function violations(folder) {
  const files = listFiles(folder, 'src')
  const empty =
    files.length === 0 ? [{ rule: 'no-files', file: 'src', text: 'no files found' }] : []
  return [
    ...empty,
    ...imports(folder),
    ...files.flatMap((file) => inFile(file, fs.readFileSync(join(folder, file), 'utf8'))),
    ...fullFolders(files),
    ...pageViolations(folder),
  ]
}

/** dependency-cruiser reports 'no violations' even when it read no module, so that is checked first. */
function imports(folder) {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [cruiser, 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const failed = (text) => [{ rule: 'imports', file: 'src', text }]
  if (!stdout) return failed(`dependency-cruiser did not run: ${stderr}`)
  const { modules, summary } = JSON.parse(stdout)
  const count = modules.filter(({ source }) => /^src\/.*\.tsx?$/.test(source)).length
  const hasImports = modules.some(({ dependencies }) => dependencies.length > 0)
  if (count === 0 || !hasImports)
    return failed(`dependency-cruiser read ${count} TypeScript modules`)
  const { forbidden } = summary.ruleSetUsed
  return summary.violations.map(({ rule, from, to }) => {
    const why = forbidden.find(({ name }) => name === rule.name)?.comment ?? ''
    return { rule: rule.name, file: from, text: `imports ${to}: ${why}` }
  })
}

function inFile(file, text) {
  const found = []
  const report = (rule, what) => found.push({ rule, file, text: what })
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (/\.(tsx?|css)$/.test(file) && lines > longest)
    report('length', `has ${lines} lines, the most we allow is ${longest}`)
  if (/^src\/features\/[^/]+$/.test(file)) report('names', 'belongs in the folder of a feature')
  for (const what of misnamed(file, text)) report('names', what)
  if (!/^src\/app\/server\/|\.test\.tsx?$/.test(file) && /\bconsole\.log\(/.test(text))
    report('console', 'console.log is for src/app/server only')
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
