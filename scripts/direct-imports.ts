/**
 * A Vite plugin: names imported from a package's index file are imported from the files that define
 * them. Otherwise the bundler puts an icon of one dialog into the file that every visitor loads,
 * because the index file, which imports all icons, is needed there.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** What follows `import` for a name of a package; undefined leaves the name with its index file. */
const direct: Record<string, (name: string, local: string) => string | undefined> = {
  'lucide-react': iconImport(),
  'radix-ui': (name, local) =>
    `* as ${local} from '@radix-ui/react-${name.replace(/\B[A-Z]/g, '-$&').toLowerCase()}'`,
}

function iconImport() {
  const folder = join(dirname(require.resolve('lucide-react/package.json')), 'dist', 'esm')
  const index = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(/export \{([^}]+)\} from '(.+?)'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return (name: string, local: string) => {
    const file = files.get(name)
    return file && `${local} from '${join(folder, file)}'`
  }
}

export const directImports = (): Plugin => ({
  name: 'direct-imports',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/.+\.tsx?$/ },
    handler: (code) =>
      code.replace(
        /^import \{([^}]+)\} from '(lucide-react|radix-ui)'/gm,
        (_statement, names: string, from: string) => rewritten(names, from),
      ),
  },
})

function rewritten(names: string, from: string): string {
  const statements = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((specifier) => {
      const [, name = '', local = name] = /^(\w+)(?: as (\w+))?$/.exec(specifier) ?? []
      return `import ${direct[from]?.(name, local) ?? `{ ${specifier} } from '${from}'`}`
    })
  return statements.join('; ')
}
