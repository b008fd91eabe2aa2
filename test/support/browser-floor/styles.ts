/** What a built style sheet uses that the oldest supported browsers lack. */
import { type AtRule, type Declaration, parse, type Rule } from 'postcss'
import { type Feature, lacking, readFeatures } from '../../../scripts/browser-floor.ts'

/**
 * 'selector :has', 'property field-sizing', 'grid-template-columns: subgrid', 'function color-mix()', 'unit lh',
 * '@property', 'nesting'. Without those that an @supports asks for, and those after a declaration of the same property.
 */
export function newerStyles(css: string): string[] {
  const { css: features } = readFeatures()
  const found = new Set<string>()
  const add = (name: string, feature: Feature | undefined) => {
    if (lacking(feature).length > 0) found.add(name)
  }
  const functions = functionsOf(features?.types)
  const root = parse(css)
  root.walkAtRules((rule) => {
    if (isAsked(rule)) return
    add(`@${rule.name}`, features?.['at-rules']?.[rule.name])
    if (rule.name !== 'media') return
    for (const [, name = ''] of rule.params.matchAll(/\(([a-z-]+)/g))
      add(`@media (${name})`, features?.['at-rules']?.media?.[name])
  })
  root.walkRules((rule) => {
    if (isAsked(rule)) return
    if (rule.parent?.type === 'rule') found.add('nesting')
    for (const name of pseudos(rule.selector))
      add(`selector ${name}`, features?.selectors?.[name.replace(/^:+/, '')])
    // A browser that does not know one of them ignores the whole rule.
    if (rule.selectors.length > 1 && rule.selectors.some((one) => isNewSelector(one, features)))
      found.add(`rule ${rule.selector}`)
  })
  root.walkDecls((declaration) => {
    if (isAsked(declaration) || hasFallback(declaration)) return
    const { prop, value } = declaration
    const property = features?.properties?.[prop]
    if (!prop.startsWith('--') && !hasPrefixed(declaration)) add(`property ${prop}`, property)
    for (const word of prop.startsWith('--') ? [] : value.split(/[\s,()]+/))
      add(`${prop}: ${word}`, property?.[word])
    for (const [, name = ''] of value.matchAll(/(?<![\w-])([a-z-]+)\(/g))
      add(`function ${name}()`, functions.get(name))
    for (const [, unit = ''] of value.matchAll(/(?<![\w#.-])\d*\.?\d+([a-z]+)\b/g))
      add(`unit ${unit}`, features?.types?.length?.[unit])
    if (/light-dark\(/.test(value)) found.add('function light-dark()')
  })
  return [...found].sort()
}

const pseudos = (selector: string): string[] =>
  // A class such as .open\:flex has a colon that begins no pseudo-class.
  [...selector.matchAll(/(?<!\\)::?[a-z][a-z-]*/g)].map(([name]) => name)

/** The list of :is() and :where() may have unknown selectors. */
const isNewSelector = (selector: string, features: Feature | undefined): boolean =>
  pseudos(selector.replaceAll(/:(is|where)\([^()]*\)/g, '')).some(
    (name) => lacking(features?.selectors?.[name.replace(/^:+/, '')]).length > 0,
  )

function isAsked(node: Rule | AtRule | Declaration): boolean {
  for (let { parent } = node; parent; parent = parent.parent as typeof parent)
    if (parent.type === 'atrule' && (parent as AtRule).name === 'supports') return true
  return false
}

/** Whether an earlier declaration sets the property: the browser takes the last one whose value it knows. */
const hasFallback = (declaration: Declaration): boolean => {
  const before = declaration.parent?.nodes.slice(0, declaration.parent.index(declaration)) ?? []
  return before.some((node) => node.type === 'decl' && node.prop === declaration.prop)
}

const hasPrefixed = ({ parent, prop }: Declaration): boolean =>
  parent?.nodes.some(
    (node) => node.type === 'decl' && /^-(webkit|moz)-/.test(node.prop) && node.prop.endsWith(prop),
  ) ?? false

function functionsOf(feature: Feature | undefined, found = new Map<string, Feature>()) {
  for (const [name, inner] of Object.entries(feature ?? {})) {
    if (!inner || name === '__compat') continue
    if (!found.has(name)) found.set(name, inner as Feature)
    functionsOf(inner as Feature, found)
  }
  return found
}
