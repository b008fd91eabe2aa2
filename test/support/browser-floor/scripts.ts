/** What a built script uses that the oldest supported browsers lack: by its names, since it has no types. */
import { type Node, parse } from 'acorn'
import { lackingStatic, newerFeatures } from '../../../scripts/newer-uses.ts'

/** Throws a SyntaxError for syntax that is newer than ES2022, which is what the oldest browsers read. */
export const parseScript = (code: string): Node =>
  parse(code, { ecmaVersion: 2022, sourceType: 'module' })

interface Visit {
  node: Node
  /** The nodes around it, the closest first. */
  around: readonly Node[]
}

type Fields = Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function* walk(node: Node, around: readonly Node[] = []): Generator<Visit> {
  yield { node, around }
  const inner = [node, ...around]
  for (const value of Object.values(node as unknown as Fields).flat())
    if (isNode(value)) yield* walk(value, inner)
}

const field = (node: Node | undefined, name: string): unknown =>
  (node as unknown as Fields | undefined)?.[name]

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(field(node, 'name')) : undefined

/** Names that the scripts give to members of their own objects and classes, and to variables. */
function ownNames(scripts: readonly Node[]) {
  const members = new Set<string>()
  const variables = new Set<string>()
  const declare = (pattern: unknown) => {
    if (!isNode(pattern)) return
    for (const { node, around } of walk(pattern)) {
      const isKey = around[0]?.type === 'Property' && field(around[0], 'value') !== node
      const name = isKey ? undefined : nameOf(node)
      if (name) variables.add(name)
    }
  }
  for (const script of scripts)
    for (const { node } of walk(script)) {
      const key = /^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type)
        ? (nameOf(field(node, 'key')) ?? field(field(node, 'key') as Node, 'value'))
        : undefined
      if (key !== undefined) members.add(String(key))
      if (node.type === 'AssignmentExpression') {
        const left = field(node, 'left') as Node
        if (left.type === 'MemberExpression') members.add(nameOf(field(left, 'property')) ?? '')
      }
      if (/Declarator$|^Import.*Specifier$/.test(node.type))
        declare(field(node, 'id') ?? field(node, 'local'))
      if (/^Class|Function/.test(node.type)) declare(field(node, 'id'))
      for (const parameter of [field(node, 'params') ?? [], field(node, 'param') ?? []].flat())
        declare(parameter)
    }
  return { members, variables }
}

/** Uses without a guard: 'URL.canParse in app.js: …'. */
export function newerScriptUses(files: ReadonlyMap<string, string>): string[] {
  const features = newerFeatures()
  const scripts = [...files].map(([file, code]) => ({ file, code, tree: parseScript(code) }))
  const own = ownNames(scripts.map(({ tree }) => tree))
  const uses: string[] = []
  for (const { file, code, tree } of scripts)
    for (const { node, around } of walk(tree)) {
      const name = newerName(node, around[0], features, own)
      if (name && !isGuarded(node, around, name.split('.').at(-1) ?? '', code))
        uses.push(`${name} in ${file}: ${code.slice(Math.max(0, node.start - 60), node.end + 40)}`)
    }
  return uses
}

function newerName(
  node: Node,
  parent: Node | undefined,
  features: ReturnType<typeof newerFeatures>,
  own: ReturnType<typeof ownNames>,
): string | undefined {
  if (node.type === 'MemberExpression' && field(node, 'computed') === false) {
    const name = nameOf(field(node, 'property')) ?? ''
    const object = nameOf(field(node, 'object'))
    const parents = features.get(name)
    if (!parents) return undefined
    const isGlobal = object !== undefined && !own.variables.has(object)
    const exact = isGlobal ? lackingStatic(parents, object) : undefined
    if (exact) return exact.length > 0 ? `${object}.${name}` : undefined
    // The type of another object is not known: a property is new if no interface of the oldest browsers has its name.
    const isNew = [...parents.values()].every((browsers) => browsers.length > 0)
    const isCalled = parent?.type === 'CallExpression' && field(parent, 'callee') === node
    return isNew && isCalled && !own.members.has(name) ? name : undefined
  }
  const name = nameOf(node)
  if (!name || own.variables.has(name) || !features.get(name)?.get('')?.length) return undefined
  const isMember =
    (parent?.type === 'MemberExpression' && field(parent, 'property') === node) ||
    (parent && field(parent, 'key') === node)
  return isMember ? undefined : name
}

/** True when the code asks for the feature before it is used, or tries it, or sets it. */
function isGuarded(node: Node, around: readonly Node[], name: string, code: string): boolean {
  const [parent] = around
  if (!parent) return false
  if (parent.type === 'UnaryExpression') return true
  if (parent.type === 'AssignmentExpression' && field(parent, 'left') === node) return true
  if (field(parent, 'optional') === true && field(parent, 'callee') === node) return true
  if (field(parent, 'optional') === true && field(parent, 'object') === node) return true
  const asks = new RegExp(
    `["'\`]${name}["'\`] ?in\\b|typeof [\\w.]*\\b${name}\\b|\\b${name}\\b(?!\\()`,
  )
  for (const [index, outer] of around.entries()) {
    const inner = around[index - 1] ?? node
    if (outer.type === 'TryStatement' && field(outer, 'block') === inner && field(outer, 'handler'))
      return true
    const test = outer.type === 'LogicalExpression' ? field(outer, 'left') : field(outer, 'test')
    if (!isNode(test)) continue
    if (test === inner && inner.type !== 'CallExpression') return true
    if (test !== inner && asks.test(code.slice(test.start, test.end))) return true
  }
  return false
}
