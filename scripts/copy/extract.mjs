// Finds the text that people read in screens, refusals and mails: in JSX, and in strings that look like English.
import fs from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { listFiles } from '../house-pages.mjs'

/** Attributes and properties whose strings are names for the machine. */
const technicalNames = new Set([
  'className',
  'class',
  'id',
  'href',
  'src',
  'to',
  'key',
  'type',
  'name',
  'role',
  'rel',
  'target',
  'path',
  'method',
  'style',
  'htmlFor',
  'autoComplete',
  'autoCapitalize',
  'inputMode',
  'variant',
  'size',
  'side',
  'kind',
  'tag',
  'tags',
  'width',
  'height',
  'viewBox',
  'd',
  'fill',
  'stroke',
  'accept',
  'pattern',
  'sandbox',
  'column',
  'columns',
  'table',
  'event',
  'action',
  'subject_type',
  'headings',
  'content-type',
  'contentType',
  'mediaType',
  'scope',
  'language',
  'cause',
  'stdio',
  'flag',
  'mode',
  'encoding',
]) // prettier-ignore
/** Calls whose arguments are not shown on a screen. */
const technicalCalls =
  /^(sql|raw|ref|createIndex|classNames|querySelector|querySelectorAll|addEventListener|info|warn|error|debug|fatal|trace|prepare|exec|createHmac|createHash|header|set|get|test|match|replace|replaceAll|split|join|includes|startsWith|endsWith|matchMedia|setAttribute|getAttribute|fetch|URL|RegExp|Error|TypeError|RangeError|StartupError|lit|val|select|selectFrom|where|orderBy|groupBy|insertInto|import|execute|require|describe|it|expect)$/

/** Also reads an arrow between inserted values. */
const isEnglish = (text) =>
  /[A-Za-z\u0900-\u097f]{2}|→/.test(text) &&
  !/^[a-z0-9_./:#@?&=%*[\](){}<>|,$^+!~;'"`\\-]+$/.test(text) &&
  !/^[a-z]+[A-Z][A-Za-z]*$/.test(text) &&
  !/^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE)\b|[A-Z]+(?:_[A-Z]+)+$)/.test(text) &&
  !/^(#|\.\/|\.\.\/|https?:|data:|image\/|text\/|application\/|--|sha256|__Host)/.test(text)

/** Words in lower case without a sentence: names of CSS classes, of columns, of SQL. */
const looksTechnical = (text) =>
  /\b(flex|grid|text-sm|text-xs|rounded|border-line|bg-|px-\d|py-\d|min-h-|max-w-|absolute|items-center|sr-only|truncate|font-\w+|gap-\d|mt-\d|mb-\d|w-full|hover:|col-span)/.test(
    text,
  ) ||
  /^\s*(select|insert into|update|delete from|create|alter|with|drop|pragma|begin|order by|case when) /.test(
    text,
  ) ||
  /\b(not null|primary key|on conflict|text not)\b/.test(text) ||
  /^[a-z][\w-]*=|;\s*(path|max-age|charset|q=)|default-src|no-store|max-age/i.test(text)

/** Every piece of text in one source file, with its line: `{ line, text }`; `{…}` stands for an inserted value. */
export function textsOf(source, file) {
  const { module, lineOf } = parseSource(source, file)
  const isTsx = file.endsWith('.tsx')
  const texts = []
  const add = (node, raw) => {
    const text = raw.replace(/\s+/g, ' ').trim()
    if (isEnglish(text) && !looksTechnical(text)) texts.push({ line: lineOf(node.span), text })
  }
  visit(module, add, { isTsx })
  return texts
}

/** The syntax tree of a source file, and the line of a span in it. */
export function parseSource(source, file) {
  const module = parseSync(source, {
    syntax: 'typescript',
    tsx: file.endsWith('.tsx'),
    target: 'es2022',
  })
  const bytes = Buffer.from(source)
  const start = module.span.start - (bytes.length > 0 ? firstTokenOffset(source) : 0)
  const lineOf = ({ start: at }) =>
    bytes
      .subarray(0, Math.max(0, at - start))
      .toString()
      .split('\n').length
  return { module, lineOf }
}

/** swc counts positions from the first token, not from the first comment. */
function firstTokenOffset(source) {
  const comments =
    /^(?:#![^\n]*\n)?(?:\s|\/\/[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(source)?.[0] ?? ''
  return Buffer.byteLength(comments)
}

const nameOf = (node) => node?.value ?? node?.property?.value ?? node?.name?.value
const templateText = ({ quasis, expressions }) =>
  quasis
    .map(({ cooked, raw }, i) => (cooked ?? raw) + (i < expressions.length ? '{…}' : ''))
    .join('')

function visit(node, add, context) {
  if (Array.isArray(node)) {
    for (const part of node) visit(part, add, context)
    return
  }
  if (!node || typeof node !== 'object') return
  const inner = { ...context }
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TsTypeAnnotation':
    case 'TsTypeAliasDeclaration':
    case 'TsInterfaceDeclaration':
    case 'TsLiteralType':
    case 'TsTypeParameterInstantiation':
    case 'TsModuleDeclaration':
    case 'TaggedTemplateExpression':
      // sql`…` and the like; only its inserted values can be text.
      visit(node.template?.expressions, add, context)
      return
    case 'JSXText':
      add(node, node.value)
      return
    case 'JSXAttribute':
      if (
        technicalNames.has(nameOf(node.name)) ||
        /^(data-|aria-(?!label|description|roledescription|valuetext))/.test(
          nameOf(node.name) ?? '',
        )
      )
        return
      break
    case 'KeyValueProperty':
      if (technicalNames.has(nameOf(node.key)) && /Literal/.test(node.value.type)) return
      visit(node.value, add, context)
      return
    case 'CallExpression':
    case 'NewExpression': {
      const name = nameOf(node.callee)
      if (technicalCalls.test(name ?? '')) {
        // Handlers inside such a call may hold text; its own strings do not.
        for (const { expression } of node.arguments ?? [])
          if (/Function|Arrow|Object/.test(expression.type)) visit(expression, add, context)
        visit(node.callee, add, context)
        return
      }
      break
    }
    case 'BinaryExpression':
      if (/^(===|!==|==|!=|in)$/.test(node.operator)) return
      break
    case 'SwitchCase':
      visit(node.consequent, add, context)
      return
    case 'MemberExpression':
      visit(node.object, add, context)
      return
    case 'StringLiteral':
      add(node, node.value)
      return
    case 'TemplateLiteral':
      add(node, templateText(node))
      visit(node.expressions, add, context)
      return
  }
  for (const [key, value] of Object.entries(node)) {
    if (
      key === 'span' ||
      key === 'typeAnnotation' ||
      key === 'returnType' ||
      key === 'typeArguments'
    )
      continue
    if (value && typeof value === 'object') visit(value, add, inner)
  }
}

/** All texts of the product's source: `{ file, line, text }`. */
export function productTexts(root) {
  const files = listFiles(root, 'src')
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.test\.tsx?$|\/migrations\/|\/sample(-\w+)?\.ts$|\/hindi/.test(file),
    )
    .sort()
  return files.flatMap((file) =>
    textsOf(fs.readFileSync(join(root, file), 'utf8'), file).map((text) => ({ file, ...text })),
  )
}
