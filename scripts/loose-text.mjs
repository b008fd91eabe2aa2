// Finds text in JSX on which React would crash after the browser has translated the page: text without an
// element of its own that comes and goes beside something, or stands after something that does, or whose
// element is used again for other content.
import { parseSource } from './copy/extract.mjs'

/** The lines of such text in a source file. */
export function looseTextLines(source, file) {
  const { module, lineOf } = parseSource(source, file)
  const lines = []
  visit(module, (node) => {
    if (isJsx(node) && hasLooseText(node)) lines.push(lineOf(node.span))
    const reused = reusedElement(alternativesOf(node))
    if (reused) lines.push(lineOf(reused.span))
  })
  return lines
}

function visit(node, onNode) {
  if (node === null || typeof node !== 'object') return
  onNode(node)
  for (const child of Object.values(node)) visit(child, onNode)
}

const isJsx = ({ type }) => type === 'JSXElement' || type === 'JSXFragment'

/** The elements among which a condition or a function renders one. */
function alternativesOf(node) {
  if (node.type === 'ConditionalExpression') return branchesOf(node)
  return /Function/.test(node.type) && node.body?.stmts ? returnsOf(node.body.stmts) : []
}

function branchesOf(node) {
  if (node?.type === 'ParenthesisExpression') return branchesOf(node.expression)
  if (node?.type === 'ConditionalExpression')
    return [...branchesOf(node.consequent), ...branchesOf(node.alternate)]
  return node && isJsx(node) ? [node] : []
}

function returnsOf(node) {
  if (node === null || typeof node !== 'object' || /Function/.test(node.type)) return []
  if (node.type === 'ReturnStatement') return branchesOf(node.argument)
  return Object.values(node).flatMap(returnsOf)
}

/** An element with text beside other children that React turns into another one of the same tag. */
function reusedElement(elements) {
  const tagOf = ({ opening }) => opening.name?.value
  const keyed = ({ opening }) => opening.attributes.some(({ name }) => name?.value === 'key')
  return elements.find(
    (element) =>
      /^[a-z]/.test(tagOf(element) ?? '') &&
      hasTextAmongOthers(element) &&
      elements.some(
        (other) =>
          other !== element && tagOf(other) === tagOf(element) && !keyed(other) && !keyed(element),
      ),
  )
}

function hasTextAmongOthers({ children }) {
  const rendered = children.map(kindsOf).filter((kinds) => kinds.size > 0)
  return rendered.length > 1 && rendered.some((kinds) => kinds.has('text'))
}

function hasLooseText({ children }) {
  const rendered = children.map(kindsOf).filter((kinds) => kinds.size > 0)
  const isText = (kinds) => kinds.has('text')
  const comesAndGoes = (kinds) => kinds.size > 1 && !isOnly(kinds, 'text', 'unknown')
  return (
    rendered.length > 1 &&
    rendered.some(
      (kinds, index) =>
        isText(kinds) && rendered.slice(0, index + 1).some((earlier) => comesAndGoes(earlier)),
    )
  )
}

const isOnly = (kinds, ...allowed) => [...kinds].every((kind) => allowed.includes(kind))

/** What a child may render: 'text', 'element', 'nothing', or 'unknown', which is not judged. */
function kindsOf(child) {
  if (child.type === 'JSXText') return new Set(/^\s*\n\s*$/.test(child.value) ? [] : ['text'])
  if (child.type !== 'JSXExpressionContainer') return new Set(['element'])
  return new Set(kindsOfExpression(child.expression))
}

function kindsOfExpression(node) {
  switch (node.type) {
    case 'JSXEmptyExpression':
      return []
    case 'ParenthesisExpression':
      return kindsOfExpression(node.expression)
    case 'StringLiteral':
      return [node.value === '' ? 'nothing' : 'text']
    case 'TemplateLiteral':
      return ['text']
    case 'NullLiteral':
    case 'BooleanLiteral':
      return ['nothing']
    case 'JSXElement':
    case 'JSXFragment':
      return ['element']
    case 'ConditionalExpression': {
      const kinds = [...kindsOfExpression(node.consequent), ...kindsOfExpression(node.alternate)]
      // One of two elements is inserted when the other one is removed.
      return kinds.includes('element') ? [...kinds, 'nothing'] : kinds
    }
    case 'BinaryExpression':
      if (node.operator === '&&') return ['nothing', ...kindsOfExpression(node.right)]
      return ['unknown']
    case 'CallExpression':
      return node.callee.property?.value === 'map' ? ['nothing', 'element'] : ['unknown']
    default:
      return ['unknown']
  }
}
