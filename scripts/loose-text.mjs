// Finds text in JSX on which React would crash after the browser has translated the page: text without an
// element of its own that comes and goes beside something, or stands after something that does.
import { parseSource } from './copy/extract.mjs'

/** The lines of such text in a source file. */
export function looseTextLines(source, file) {
  const { module, lineOf } = parseSource(source, file)
  const lines = []
  visit(module, (element) => {
    if (hasLooseText(element)) lines.push(lineOf(element.span))
  })
  return lines
}

function visit(node, onElement) {
  if (node === null || typeof node !== 'object') return
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') onElement(node)
  for (const child of Object.values(node)) visit(child, onElement)
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
