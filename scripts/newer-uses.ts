/**
 * Finds uses of functions, properties and classes of browsers that the oldest supported ones lack
 * (browser-floor.ts). The type checker says of which interface a name is, so that `set.union()` is found
 * and `z.union()` is not. A use is guarded when the code around it asks first, or catches the failure.
 */
import { relative } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import {
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isIdentifier,
  isIfStatement,
  isNewExpression,
  isPropertyAccessExpression,
  isTryStatement,
  isTypeNode,
} from 'typescript/unstable/ast/is'
import { API, type Symbol as TypeSymbol } from 'typescript/unstable/sync'
import { type Feature, lacking, readFeatures } from './browser-floor.ts'

export interface NewerUse {
  file: string
  line: number
  /** 'URL.canParse' */
  name: string
  browsers: string[]
}

/** All unguarded uses in the files of a TypeScript project, without those of packages. */
export function newerUses(root: string, config: string): NewerUse[] {
  const features = newerFeatures()
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    if (!project) throw new Error(`${config} could not be opened`)
    const files = project.program.getSourceFileNames()
    const own = files.filter((file) => file.startsWith(root) && !file.includes('/node_modules/'))
    return own.flatMap((file) => {
      const source = project.program.getSourceFile(file)
      if (!source) return []
      const names = descendants(source).filter(
        (node) => isIdentifier(node) && features.has(node.text) && !isGuarded(node),
      )
      const symbols = names.length > 0 ? project.checker.getSymbolAtLocation(names) : []
      return names.flatMap((node, index) => {
        const found = featureOf(node, symbols[index], features)
        if (!found) return []
        const line = source.text.slice(0, node.getStart(source)).split('\n').length
        return [{ file: relative(root, file), line, ...found }]
      })
    })
  } finally {
    api.close()
  }
}

/** By the last part of their name, the features that a supported browser lacks, by interface. */
type NewerFeatures = Map<string, Map<string, string[]>>

/** In MDN's data of the DOM, Response.json() and response.json() are two features. */
const staticOf = (parent: string): string => `${parent} static`

/** The browsers that lack the member of a class or namespace itself; undefined for one without data. */
export const lackingStatic = (parents: Map<string, string[]>, parent: string) =>
  parents.get(staticOf(parent)) ?? parents.get(parent)

/** Interfaces and their members. `''` is the interface of what is global, 'URL static' the class itself. */
export function newerFeatures(): NewerFeatures {
  const { api, javascript } = readFeatures()
  const result: NewerFeatures = new Map()
  const add = (name: string, parent: string, feature: Feature | undefined) => {
    if (!feature?.__compat) return
    const parents = result.get(name) ?? new Map<string, string[]>()
    parents.set(parent, lacking(feature))
    result.set(name, parents)
  }
  for (const group of [api, javascript?.builtins]) {
    for (const [parent, feature] of entries(group)) {
      add(parent, '', feature)
      for (const [key, member] of entries(feature)) {
        const name = key.replace(/_static$/, '')
        if (!/^\w+$/.test(name) || /_event$/.test(name)) continue
        // MDN describes namespaces such as Intl and their classes by the same path as members.
        for (const [inner, value] of entries(parent === 'Intl' ? member : undefined))
          add(inner, name, value)
        const owner = key === name ? parent : staticOf(parent)
        add(name, parent === 'Window' || parent === 'globals' ? '' : owner, member)
      }
    }
  }
  for (const [name, parents] of result)
    if ([...parents.values()].every((browsers) => browsers.length === 0)) result.delete(name)
  return result
}

const entries = (feature: Feature | undefined): [string, Feature][] =>
  Object.entries(feature ?? {}).filter(
    (entry): entry is [string, Feature] => entry[0] !== '__compat' && entry[1] !== undefined,
  )

function featureOf(node: Node, symbol: TypeSymbol | undefined, features: NewerFeatures) {
  const declared = symbol?.declarations[0]?.path
  if (!symbol || !declared || !/\/lib\.[\w.]+\.d\.ts$/.test(declared)) return undefined
  const parents = features.get(symbol.name)
  const parent = parentName(node, symbol)
  const isStatic = symbol.getParent()?.name.startsWith('__') ?? false
  const exact = isStatic ? parents && lackingStatic(parents, parent) : parents?.get(parent)
  // A mixin such as ParentNode: MDN describes its members at each interface that has them.
  const browsers = exact ?? (parents && allLack(parents))
  if (!browsers || browsers.length === 0) return undefined
  return { name: parent ? `${parent}.${symbol.name}` : symbol.name, browsers }
}

const allLack = (parents: Map<string, string[]>): string[] => {
  const lists = [...parents.values()]
  return lists.every((browsers) => browsers.length > 0) ? (lists[0] ?? []) : []
}

/** 'Array' for members of Array, ReadonlyArray and ArrayConstructor. */
function parentName(node: Node, symbol: TypeSymbol): string {
  const name = symbol.getParent()?.name ?? ''
  // Static members of the DOM are declared in a type without a name.
  if (name.startsWith('__')) {
    const { parent } = node
    return isPropertyAccessExpression(parent) && isIdentifier(parent.expression)
      ? parent.expression.text
      : ''
  }
  if (name === 'global' || name === 'globalThis') return ''
  return name.replace(/^Readonly(?=Array|Map|Set)|Constructor$/g, '')
}

function descendants(node: Node): Node[] {
  const nodes: Node[] = []
  const visit = (child: Node) => {
    // Types exist only while the code is checked.
    if (isTypeNode(child) && child.kind !== SyntaxKind.ExpressionWithTypeArguments) return
    nodes.push(child)
    child.forEachChild(visit)
  }
  node.forEachChild(visit)
  return nodes
}

/**
 * True when the code asks for the feature before it is used, by `?.`, typeof,
 * in or a condition, or tries it, or sets it.
 */
function isGuarded(name: Node): boolean {
  const text = isIdentifier(name) ? name.text : ''
  const use = isPropertyAccessExpression(name.parent) ? name.parent : name
  if (use.parent.kind === SyntaxKind.TypeOfExpression) return true
  if (isCallExpression(use.parent) && use.parent.questionDotToken) return true
  if (isPropertyAccessExpression(use.parent) && use.parent.questionDotToken) return true
  if (isOfCondition(use)) return true
  const asks = new RegExp(
    `(['"]${text}['"] in |typeof [\\w.]*\\b${text}\\b|\\b${text}\\b(?! *\\())`,
  )
  for (let node: Node = use; node.parent; node = node.parent) {
    const { parent } = node
    if (isTryStatement(parent) && parent.tryBlock === node && parent.catchClause) return true
    const condition = isIfStatement(parent)
      ? parent.expression
      : isConditionalExpression(parent)
        ? parent.condition
        : isBinaryExpression(parent)
          ? parent.left
          : undefined
    if (condition && condition !== node && asks.test(condition.getText())) return true
  }
  return false
}

/** `if (window.x)`, `window.x && …`, `window.x ?? …`: read, but not called. */
function isOfCondition(use: Node): boolean {
  const { parent } = use
  if (isCallExpression(parent) || isNewExpression(parent)) return false
  if (isIfStatement(parent) || isConditionalExpression(parent)) return true
  return (
    isBinaryExpression(parent) &&
    parent.left === use &&
    [
      // Setting a property that the browser does not have changes nothing.
      SyntaxKind.EqualsToken,
      SyntaxKind.AmpersandAmpersandToken,
      SyntaxKind.BarBarToken,
      SyntaxKind.QuestionQuestionToken,
    ].includes(parent.operatorToken.kind)
  )
}
