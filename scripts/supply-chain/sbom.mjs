// npm run sbom: writes a CycloneDX list (SBOM) of everything that runs, with versions, licences and hashes, to
// .cache/sbom.cdx.json or to the file given: npm run sbom -- FILE. It needs no network.
import fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import '../require-node.mjs'

const { npm } = await import('../prepare.mjs')
const { root } = await import('../run.mjs')
const { shippedPackages } = await import('./packages.mjs')

const file = resolve(root, process.argv[2] ?? '.cache/sbom.cdx.json')
const shipped = new Map(shippedPackages(root).map((entry) => [referenceOf(entry), entry]))
const sbom = withBrowserSide(await serverSbom())
const listed = new Set(sbom.components.map((component) => component['bom-ref']))
const missing = [...shipped.keys()].filter((reference) => !listed.has(reference))
fs.mkdirSync(dirname(file), { recursive: true })
fs.writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
for (const reference of missing) console.error(`${reference} is missing`)
console.log(`${sbom.components.length} components in ${file}.`)
process.exitCode = missing.length === 0 ? 0 : 1

function referenceOf({ name, version }) {
  return `${name}@${version}`
}

/** npm's own list. It leaves out the browser side, whose packages are only needed for its build. */
async function serverSbom() {
  const options = ['--omit=dev', '--package-lock-only', '--loglevel=error']
  const { code, output } = await npm(['sbom', '--sbom-format=cyclonedx', ...options])
  if (code === 0) return JSON.parse(output.slice(output.indexOf('{')))
  console.error(output)
  process.exit(1)
}

/** npm also leaves out a package of the server when a tool of development has the same one. */
function withBrowserSide({ components, metadata, ...head }) {
  const listed = new Set(components.map((component) => component['bom-ref']))
  const added = [...shipped].filter(([reference]) => !listed.has(reference))
  const { name } = JSON.parse(fs.readFileSync(resolve(root, 'package.json'), 'utf8'))
  const direct = [...shipped].filter(([, { isDirect }]) => isDirect)
  return {
    ...head,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: [
      ...components.map((component) => withPlace(component)),
      ...added.map(([, entry]) => withPlace(componentOf(entry))),
    ],
    dependencies: [
      { ref: metadata.component['bom-ref'], dependsOn: direct.map(([reference]) => reference) },
      ...[...shipped].map(([ref, entry]) => ({ ref, dependsOn: entry.dependencies })),
    ],
  }
}

function componentOf({ name, version, licence, integrity }) {
  const isFont = version === 'font'
  const isExpression = / (AND|OR) /.test(licence)
  return {
    'bom-ref': `${name}@${version}`,
    type: isFont ? 'file' : 'library',
    name,
    ...(!isFont && { version, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` }),
    licenses: [isExpression ? { expression: licence } : { license: { id: licence } }],
    ...(integrity?.startsWith('sha512-') && {
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') },
      ],
    }),
  }
}

function withPlace(component) {
  const value = shipped.get(component['bom-ref'])?.runsOn ?? 'server'
  const properties = [...(component.properties ?? []), { name: 'members-portal:runs-on', value }]
  return { ...component, properties }
}
