// npm run licences: writes docs/licences.md, the licences of everything that runs. Fails for a licence that is not on
// the list of allowed ones. --check, which npm test runs, also fails when the page is not current.
import fs from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.mjs'
import { shippedPackages } from './packages.mjs'

const page = join(root, 'docs/licences.md')

/** Licences without conditions for the code that uses the library. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])

/** Packages that may have a further licence, with the reason. */
const exceptions = [
  {
    pattern: /^@img\/sharp-(libvips-|win32-|wasm32)/,
    licence: 'LGPL-3.0-or-later',
    reason:
      'libvips, which decodes pictures for sharp, is a shared library of its own: unchanged, loaded at run time, replaceable',
  },
]

/** True when an SPDX expression of AND and OR, also in parentheses around the whole, is allowed. */
function isAllowed(name, expression) {
  const licences = new Set(allowed)
  for (const { pattern, licence } of exceptions) if (pattern.test(name)) licences.add(licence)
  return expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((licence) => licences.has(licence.trim())))
}

/** Guards the check against one that allows everything: [name, licence, expected]. */
const examples = [
  ['a', 'MIT', true],
  ['a', 'MIT OR GPL-3.0', true],
  ['a', '(MIT AND Apache-2.0)', true],
  ['a', 'GPL-3.0', false],
  ['a', 'AGPL-3.0-only AND MIT', false],
  ['a', 'LGPL-3.0-or-later', false],
  ['a', 'SEE LICENSE IN LICENSE.txt', false],
  ['a', 'none', false],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
  ['@img/sharp-libvips-linux-x64', 'GPL-3.0', false],
]

function pageOf(packages) {
  const counts = Map.groupBy(packages, ({ licence }) => licence)
  const summary = [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, of]) => `| ${licence} | ${of.length} |`)
  const rows = packages.map(
    ({ name, version, licence, runsOn }) => `| ${name} | ${version} | ${licence} | ${runsOn} |`,
  )
  return `# Licences of what runs

Written by \`npm run licences\` from \`package-lock.json\`; \`npm test\` fails when it is not current. It has what runs on the
server and in the browser, builds of sharp for every platform among them; not the tools of development. The portal
itself has the [MIT licence](../LICENSE).

Allowed are ${[...allowed].sort().join(', ')}. Exceptions:
${exceptions.map(({ licence, reason }) => `${licence} for sharp: ${reason}.`).join('\n')}

| Licence | Packages |
|---|---|
${summary.join('\n')}

| Package | Version | Licence | Runs on |
|---|---|---|---|
${rows.join('\n')}
`
}

function problemsOf(packages) {
  const wrong = examples.filter(
    ([name, licence, expected]) => isAllowed(name, licence) !== expected,
  )
  const browser = packages
    .filter(({ runsOn }) => runsOn.includes('browser'))
    .map(({ name }) => name)
  return [
    ...wrong.map(
      ([name, licence]) => `The example ${name} with ${licence} is not decided as expected`,
    ),
    ...['react', 'wouter', 'Inter']
      .filter((name) => !browser.includes(name))
      .map((name) => `${name} is not among the packages of the browser side`),
    ...packages
      .filter(({ name, licence }) => !isAllowed(name, licence))
      .map(
        ({ name, version, licence }) => `${name}@${version}: the licence ${licence} is not allowed`,
      ),
  ]
}

const packages = shippedPackages(root)
const text = pageOf(packages)
const problems = problemsOf(packages)
if (!process.argv.includes('--check')) fs.writeFileSync(page, text)
else if (!fs.existsSync(page) || fs.readFileSync(page, 'utf8') !== text)
  problems.push('docs/licences.md is not current: npm run licences writes it again')
for (const problem of problems) console.error(problem)
console.log(`${packages.length} packages, ${problems.length} problems.`)
process.exitCode = problems.length === 0 ? 0 : 1
