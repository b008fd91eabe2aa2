// The house rules. check-house.mjs applies them.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, pageViolations } from './house-pages.mjs'
import { looseTextLines } from './loose-text.mjs'
import { root } from './run.mjs'
import { unclearWordsIn } from './unclear-words.mjs'

/** Advice: from so many lines on, a file may have two topics. */
const maxLines = 400
/** In characters, with the indent. */
const maxCommentWidth = 120
/** Advice: from so many files on, tests apart, a folder may have two topics. */
const maxFiles = 25

/** A component with one of these suffixes must contain such an element. */
const suffixes = {
  Form: /<form\b|<\w*Form\b|\buseForm\b|\bUseFormReturn\b/,
  Dialog: /<\w*Dialog\b/,
  Card: /<\w*Card\b|<(article|section|li|main)\b/,
  Table: /<table\b|<\w*Table\b/,
}

/**
 * What pages without HTTPS do not have, and what throws where a browser blocks cookies: used in one file
 * each, which has the alternative.
 */
const restricted = [
  [/\brandomUUID\b/, 'src/platform/web/api/idempotency-key.ts'],
  [/\bnavigator\.clipboard\b/, 'src/platform/web/copy-text.ts'],
  [/\bnavigator\.share\b/, 'src/features/jobs/web/JobDetailsDialog.tsx'],
  [/\bPublicKeyCredential\b/, 'src/features/sign-in/web/second-factor/passkey.ts'],
  [/\bBroadcastChannel\b/, 'src/platform/web/state/session-channel.ts'],
  [
    /\b(?:local|session)Storage\b/,
    'src/platform/web/state/web-storage.ts',
    'src/platform/web/state/local-storage-available.ts',
  ],
  [/\bindexedDB\b|'idb-keyval'/, 'src/platform/web/uploads/stored-uploads.ts'],
  [
    /\bcrypto\.subtle\b|\bnavigator\.(?:serviceWorker|locks|storage|credentials|mediaDevices|geolocation|wakeLock)\b|\bcaches\./,
  ],
]

/** Tests and what they share, but not the one loop that waits; drills and benches choose moments and measure time. */
const testFile =
  /\.(test|journey)\.tsx?$|^test\/(journeys|setup|support\/(?!process\/wait-until\.ts))/

/** What makes a test depend on the pace of a machine or on the tests before it, and what to write instead. */
const unreliable = [
  [/\bvi\.resetModules\b/, 'leaves the old modules listening; call a factory'],
  [/\bvi\.waitFor\b/, 'gives up after a second; use eventually() of test/support/eventually.ts'],
  [/\bwaitForTimeout\(/, 'waits for time; wait for a condition'],
  [/\b(?:sleep|delay)\(|\bsetTimeout\(\w+, ?\d/, 'waits for time; wait for a condition'],
  [/\bretry: ?\d/, 'hides a failure; mend its cause'],
]
/** The same in tests of the page. */
const unreliableOnPage = [
  [/\bexpect\s*\.poll\(/, 'waits outside of act; use waitFor of the Testing Library'],
  [
    /\buseFakeTimers\((?!\{ toFake)|toFake:[^\]]*setInterval/,
    'fakes the intervals that jsdom needs; name others in toFake',
  ],
]

/** All violations in a checkout, as { rule, file, text }. */
export function violations(folder) {
  const files = listFiles(folder, 'src')
  const empty =
    files.length === 0 ? [{ rule: 'no-files', file: 'src', text: 'no files found' }] : []
  return [
    ...empty,
    ...imports(folder),
    ...files.flatMap((file) => inFile(file, fs.readFileSync(join(folder, file), 'utf8'))),
    ...['src', 'test', 'scripts']
      .flatMap((path) => listFiles(folder, path))
      .flatMap((file) => inComments(file, fs.readFileSync(join(folder, file), 'utf8'))),
    ...[...files, ...listFiles(folder, 'test')]
      .filter((file) => testFile.test(file))
      .flatMap((file) => inTest(file, fs.readFileSync(join(folder, file), 'utf8'))),
    ...crowdedFolders(files),
    ...clockReadings(folder),
    ...pageViolations(folder),
  ]
}

/** Fails when dependency-cruiser read no module, because it then reports no violations. */
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
  if (/\.(tsx?|css)$/.test(file) && lines > maxLines)
    found.push({
      rule: 'length',
      file,
      text: `has ${lines} lines; see whether it has two topics`,
      isAdvice: true,
    })
  if (/^src\/features\/[^/]+$/.test(file)) report('names', 'belongs in the folder of a feature')
  for (const what of misnamed(file, text)) report('names', what)
  if (!/^src\/app\/server\/|\.test\.tsx?$/.test(file) && /\bconsole\.log\(/.test(text))
    report('console', 'console.log is for src/app/server only')
  for (const what of statements(file, text)) report('queries', what)
  for (const what of restrictedUses(file, text)) report('restricted', what)
  for (const what of ownLooks(file, text)) report('tokens', what)
  if (/(?<!\.test)\.tsx$/.test(file))
    for (const line of looseTextLines(text, file))
      report(
        'loose-text',
        `line ${line}: put the text into an element, or pages crash when translated`,
      )
  return found
}

/** Comments that are too wide or have unclear words, and titles of tests that have such words. */
function inComments(file, text) {
  if (!/\.(tsx?|mjs|css)$/.test(file)) return []
  const report = (what) => ({ rule: 'comments', file, text: what })
  return text.split('\n').flatMap((line, index) => {
    const isComment = /^\s*(\/\/|\/?\*)/.test(line)
    if (!isComment && !/^\s*(?:test|describe)\b.*['"`]/.test(line)) return []
    const at = `line ${index + 1}`
    return [
      ...(isComment && line.length > maxCommentWidth
        ? [report(`${at} has ${line.length} characters of ${maxCommentWidth}`)]
        : []),
      ...unclearWordsIn(line).map((instead) => report(`${at}: ${line.trim()}: write ${instead}`)),
    ]
  })
}

/** Statements of a feature are in its `queries.ts` and `…-queries.ts`, where they can be found and compared. */
function statements(file, text) {
  if (!/^src\/features\//.test(file) || /queries\.ts$|\.test\.tsx?$/.test(file)) return []
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  const [use] = code.match(/\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/) ?? []
  return use ? [`calls ${use}…): statements of a feature belong in its queries.ts`] : []
}

/** Looks like papers are printed: with sizes and colours of their own. */
const printedPreviews = [
  'src/features/certificates/web/components/CertificatePreview.tsx',
  'src/features/settings/web/ReceiptPreview.tsx',
]

/** Colours, sizes of text, radii and shadows of a screen that are not of the theme. */
function ownLooks(file, text) {
  if (!/^src\/(app|features\/[\w-]+)\/web\/.*(?<!\.test)\.tsx?$/.test(file)) return []
  if (printedPreviews.includes(file)) return []
  const pattern =
    /\b(?:text|bg|border|rounded|shadow|fill|stroke|outline|from|to)-\[(?!Canvas)[^\]]*\]|(?<=['"`\s:])#[0-9a-f]{6}\b(?=['"`])|\brgba?\(/gi
  return [...text.matchAll(pattern)].map(
    ([use]) => `uses ${use}; take a value of the theme (theme.css)`,
  )
}

function restrictedUses(file, text) {
  if (!/\/web\/.*(?<!\.test)\.tsx?$/.test(file)) return []
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  return restricted.flatMap(([pattern, ...homes]) => {
    const used = homes.includes(file) ? undefined : code.match(pattern)?.[0]
    return used
      ? [`uses ${used}, which not all pages have; see ${homes[0] ?? 'house-rules.mjs'}`]
      : []
  })
}

function inTest(file, text) {
  const isOnPage = text.includes('@vitest-environment jsdom')
  return [...unreliable, ...(isOnPage ? unreliableOnPage : [])].flatMap(([pattern, why]) => {
    const [found] = text.match(pattern) ?? []
    return found === undefined ? [] : [{ rule: 'pace', file, text: `${found.trim()} ${why}` }]
  })
}

/** A PascalCase file must export a component of its name, and contain what its suffix says. */
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

function crowdedFolders(files) {
  const counts = Map.groupBy(
    files.filter((file) => !/\.test\.tsx?$/.test(file)),
    dirname,
  )
  return [...counts]
    .filter(([, inside]) => inside.length > maxFiles)
    .map(([folder, inside]) => ({
      rule: 'folders',
      file: folder,
      text: `holds ${inside.length} files; see whether some of one topic belong in a folder`,
      isAdvice: true,
    }))
}

/** The clock of a test run itself. */
const clockFiles = /\/(clock|shift-date)\.ts$/

/** One clock for a test, its portal and its pages, read when it is needed (decision 75). */
function clockReadings(folder) {
  const isCode = (file) => /\.tsx?$/.test(file) && !clockFiles.test(file)
  const files = ['src', 'test'].flatMap((path) => listFiles(folder, path)).filter(isCode)
  return files.flatMap((file) => {
    const text = fs.readFileSync(join(folder, file), 'utf8')
    const report = (what) => ({ rule: 'clock', file, text: what })
    return [
      ...(file.startsWith('test/') && /\bDate\.now\(\)/.test(text)
        ? [report('calls Date.now(): performance.now() measures times, fromNow() makes moments')]
        : []),
      ...(readsClockOnLoad(text) ? [report('reads the clock while it loads: a day may pass')] : []),
    ]
  })
}

/** True when a statement at the top of the file reads the clock outside of a function. */
function readsClockOnLoad(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  return code.split(/\n(?=[a-z])/).some((statement) => {
    const [before, ...readings] = statement.split(/\bnew Date\(\)|\bDate\.now\(\)/)
    return readings.length > 0 && !/=>|\bfunction\b|\bclass\b|\) \{\n/.test(before)
  })
}
