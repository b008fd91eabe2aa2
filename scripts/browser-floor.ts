/**
 * The oldest browsers that the portal supports (README, contract 2.18), and what they have according to MDN.
 * The build compiles for them (vite.config.ts), `npm run floor` checks the source and
 * test/browser-floor.test.ts the build.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Versions by the names that MDN uses. */
export const browserFloor = {
  chrome: '109',
  chrome_android: '109',
  edge: '109',
  firefox: '115',
  firefox_android: '115',
  safari: '16.4',
  safari_ios: '16.4',
} as const

/** The same for Vite. */
export const buildTargets = [
  `chrome${browserFloor.chrome}`,
  `edge${browserFloor.edge}`,
  `firefox${browserFloor.firefox}`,
  `safari${browserFloor.safari}`,
  `ios${browserFloor.safari_ios}`,
]

interface Support {
  version_added: string | false
  version_removed?: string
  prefix?: string
  alternative_name?: string
  partial_implementation?: boolean
  flags?: unknown
}

interface Compat {
  support: Record<string, Support | Support[] | undefined>
  status?: { standard_track: boolean; deprecated: boolean }
}

/** A feature and the features inside it: `api.URL.canParse_static`. */
export type Feature = { __compat?: Compat } & { [name: string]: Feature | undefined }

const file = join(import.meta.dirname, '../node_modules/@mdn/browser-compat-data/data.json')
let features: Feature | undefined

/** All features that MDN describes. */
export const readFeatures = (): Feature => (features ??= JSON.parse(readFileSync(file, 'utf8')))

/** The browsers whose oldest supported version lacks the feature; empty for a feature without data. */
export function lacking(feature: Feature | undefined): string[] {
  const support = feature?.__compat?.support
  if (!support) return []
  return Object.entries(browserFloor)
    .filter(([browser, version]) => !hasFeature(support[browser], version))
    .map(([browser]) => browser)
}

/** Statements by browsers that hide it behind a setting or a prefix do not count. */
function hasFeature(support: Support | Support[] | undefined, version: string): boolean {
  return [support ?? []].flat().some(({ version_added, version_removed, prefix, ...rest }) => {
    if (version_added === false || prefix || rest.alternative_name || rest.flags) return false
    if (version_removed && !isNewer(version_removed, version)) return false
    return version_added === 'preview' ? false : !isNewer(version_added, version)
  })
}

/** '≤37' means 37 or earlier. */
function isNewer(version: string, than: string): boolean {
  const [major = 0, minor = 0] = numbers(version)
  const [floorMajor = 0, floorMinor = 0] = numbers(than)
  return major > floorMajor || (major === floorMajor && minor > floorMinor)
}

const numbers = (version: string): number[] => version.replace('≤', '').split('.').map(Number)
