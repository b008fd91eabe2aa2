/**
 * A Vite plugin: constants that are imported from a module with schemas are evaluated by the build, so
 * that a list of options does not load the schema library. A constant is what JSON can say: texts,
 * numbers, lists and plain objects. Functions and schemas are imported as usual.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'vite'

const prefix = '\0constant:'
const statement = /^import \{([^}]+)\} from '(#(?:features|shared)\/[^']+|\.[^']+)'$/gm

export const inlinedConstants = (): Plugin => ({
  name: 'inlined-constants',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/.+\.tsx?$/ },
    handler: async (code, id) => {
      let changed = code
      for (const [text, names = '', specifier = ''] of code.matchAll(statement)) {
        const file = fileOf(specifier, id)
        if (hasSchemas(file))
          changed = changed.replace(text, await rewritten(names, specifier, file))
      }
      return changed
    },
  },
  resolveId: (id) => (id.startsWith(prefix) ? id : undefined),
  load: async (id) => {
    if (!id.startsWith(prefix)) return undefined
    const [file = '', name = ''] = id.slice(prefix.length).split('|')
    return `export default ${JSON.stringify(await exported(file, name))}`
  },
})

const fileOf = (specifier: string, importer: string): string =>
  specifier.startsWith('#')
    ? resolve(import.meta.dirname, '..', 'src', specifier.slice(1))
    : resolve(dirname(importer), specifier)

/** True when the module imports the schema library, also by another module of the source. */
function hasSchemas(file: string, visited = new Set<string>()): boolean {
  if (visited.has(file) || !/^(?!.*\/web\/).*\.ts$/.test(file)) return false
  visited.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|\}) (?!type ).*from '([^']+)'$/gm)
  return [...imports].some(([, from = '']) =>
    /^[#.]/.test(from) ? hasSchemas(fileOf(from, file), visited) : from === 'zod',
  )
}

async function rewritten(names: string, specifier: string, file: string): Promise<string> {
  const constants: string[] = []
  const others: string[] = []
  for (const name of names.split(',').map((text) => text.trim())) {
    if (/^\w+$/.test(name) && isConstant(await exported(file, name)))
      constants.push(`import ${name} from '${prefix}${file}|${name}'`)
    else if (name !== '') others.push(name)
  }
  const rest = others.length > 0 ? [`import { ${others.join(', ')} } from '${specifier}'`] : []
  return [...rest, ...constants].join('; ')
}

async function exported(file: string, name: string): Promise<unknown> {
  const module = (await import(file)) as Record<string, unknown>
  return module[name]
}

function isConstant(value: unknown): boolean {
  const json = JSON.stringify(value)
  return json !== undefined && isDeepStrictEqual(JSON.parse(json), value)
}
