/** Random PDFs from a seed: damaged ones, and valid ones with unusual syntax. */
import { deflateSync } from 'node:zlib'
import { type Random, randomOf } from '#test/fuzz/random.ts'
import { encryptedPdfs } from './encrypted-pdfs.ts'
import { activePdfs, hexStream, pdfOf, withObjectStream } from './hostile-pdfs.ts'
import { plainPdf } from './sample-files.ts'

export interface FuzzedPdf {
  /** Index and seed, which reproduce the case. */
  what: string
  bytes: Buffer
  /** Undefined for a damaged PDF, which may be accepted or refused. */
  expected: 'accepted' | 'refused' | undefined
}

/** `count` PDFs, the same ones for the same seed: half damaged, a quarter harmless, a quarter active. */
export function* fuzzedPdfs(count: number, seed: number): Generator<FuzzedPdf> {
  const random = randomOf(seed, 0)
  const harmless = [plainPdf(), pdfOf(), withObjectStream([])]
  const corpus = [
    ...harmless,
    ...activePdfs().map(({ bytes }) => bytes),
    ...encryptedPdfs().map(({ bytes }) => bytes),
  ].filter(({ length }) => length < 100_000)
  const sources = [
    () => write(random, undefined),
    () => random.pick(harmless),
    () => random.pick(corpus),
  ]
  for (let index = 0; index < count; index += 1) {
    const what = `${index} of seed ${seed}`
    if (index % 2 === 0)
      yield { what, bytes: damage(random, random.pick(sources)(), corpus), expected: undefined }
    else if (index % 4 === 1) yield { what, bytes: write(random, undefined), expected: 'accepted' }
    else yield { what, bytes: write(random, random.pick(active)), expected: 'refused' }
  }
}

/** Syntax that changes how a PDF is parsed; `damage` inserts it at random positions. */
const snippets = [
  ...[
    'obj',
    'endobj',
    'stream\n',
    '\nendstream',
    'trailer',
    'xref',
    'startxref',
    '%%EOF',
    '%PDF-1.7',
  ],
  ...['<<', '>>', '[', ']', '(', ')', '\\', '<', '>', '%', '/', '#', '{', 'R', '1 0 R', '7 0 obj'],
  ...['\r', '\n', '\0', ' ', '0', '-1', '99999999999', '1e9', 'true', 'null', 'ID', 'BI', 'EI'],
  ...['/Type /ObjStm', '/N 1', '/First 4', '/Length 0', '/Filter /FlateDecode', '/Encrypt 1 0 R'],
  ...['/OpenAction', '/AA', '/JavaScript', '/J#53', '/Type /Page', '/Kids', '/Count 9', '/Prev 0'],
]

function damage(random: Random, source: Buffer, corpus: readonly Buffer[]): Buffer {
  let bytes = Buffer.from(source)
  for (let times = 1 + random.int(4); times > 0; times -= 1) {
    const at = random.int(bytes.length)
    const length = random.int(40)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    switch (random.int(6)) {
      case 0:
        bytes[at] = random.int(256)
        break
      case 1:
        bytes = Buffer.concat([before, after.subarray(length)])
        break
      case 2:
        bytes = Buffer.concat([before, Buffer.from(random.pick(snippets), 'latin1'), after])
        break
      case 3:
        bytes = Buffer.concat([before, after.subarray(0, length), after])
        break
      case 4: {
        const other = random.pick(corpus)
        const from = random.int(other.length)
        bytes = Buffer.concat([before, other.subarray(from, from + length * 20), after])
        break
      }
      case 5:
        bytes = Buffer.concat([before, after.subarray(0, -length)])
        break
    }
    if (bytes.length === 0) return pdfOf()
  }
  return bytes
}

/** `'/Name'`, a number, `{ text }`, `{ ref }`, an array, or pairs of names and values. */
type Value = string | number | { text: string } | { ref: number } | Value[] | { pairs: Pairs }
type Pairs = [name: string, value: Value][]

const dict = (...pairs: Pairs): Value => ({ pairs })
const script: Pairs = [
  ['/S', '/JavaScript'],
  ['/JS', { text: 'app.alert(1)' }],
]

/** Values that make a PDF active anywhere, even in unreferenced objects. */
const active: readonly Value[] = [
  dict(...script),
  dict(['/S', '/GoTo'], ['/D', { text: 'a' }], ['/Next', dict(...script)]),
  dict(['/S', '/Launch'], ['/F', { text: 'cmd.exe' }]),
  dict(['/Type', '/Filespec'], ['/EF', dict(['/F', { ref: 3 }])]),
  dict(['/Type', '/EmbeddedFile']),
  dict(['/EmbeddedFiles', dict(['/Names', []])]),
  dict(['/Subtype', '/RichMedia']),
  dict(['/XFA', [{ text: 'template' }, { ref: 3 }]]),
  dict(['/S', '/GoToE'], ['/T', dict()]),
  dict(['/S', '/ImportData'], ['/F', { text: 'a' }]),
  dict(['/S', '/SubmitForm'], ['/F', { text: 'a' }]),
  dict(['/S', '/Rendition']),
  dict(['/OpenAction', dict(['/S', '/URI'], ['/URI', { text: 'http://a.example' }])]),
  dict(['/OpenAction', dict(['/S', '/Named'], ['/N', '/Print'])]),
  dict(['/AA', dict(['/O', dict(['/S', '/GoToR'], ['/F', { text: 'a' }])])]),
]

/** A PDF of one page with the value in one of its objects or in an unreferenced one. */
function write(random: Random, extra: Value | undefined): Buffer {
  const objects = new Map<number, Value>([
    [1, dict(['/Type', '/Catalog'], ['/Pages', { ref: 2 }], ['/OpenAction', [{ ref: 3 }, '/Fit']])],
    [2, dict(['/Type', '/Pages'], ['/Kids', [{ ref: 3 }]], ['/Count', 1])],
    [3, dict(['/Type', '/Page'], ['/Parent', { ref: 2 }], ['/MediaBox', [0, 0, 595, 842]])],
    [4, dict(['/Title', { text: 'A (title) 3D obj' }], ['/Producer', { text: 'ÿ\\' }])],
  ])
  // An object that is only a reference to another one is not generated.
  for (let number = 5; number < 5 + random.int(4); number += 1)
    objects.set(
      number,
      random.pick([junk(random, 0), [junk(random, 3)], dict(['/Key', junk(random, 3)])]),
    )
  if (extra !== undefined && random.chance(0.1))
    return assemble(random, objects, enclosedStream(random, text(random, extra, false)))
  if (extra !== undefined) {
    const host = random.pick([...objects.keys(), 50])
    objects.set(host, hide(random, objects.get(host) ?? dict(), extra))
  }
  return assemble(random, objects)
}

/** An object stream within a construct that a parser may read as one value. */
function enclosedStream(random: Random, content: string): string {
  const [start, end] = random.pick([
    ['[', ']'],
    ['<< /A [', '] >>'],
    ['(', ')'],
    ['<<', '>>'],
    ['<< /Length 9 >> stream\n', '\nendstream'],
  ])
  return `8 0 obj ${start} ${hexStream(`20 0 ${content}`)} ${end} endobj\n`
}

/** Adds the value to the dictionary `host`, or wraps it in a dictionary. */
function hide(random: Random, host: Value, extra: Value): Value {
  const pair: [string, Value] = [random.pick(['/Extra', '/Group', '/Names', '/A']), extra]
  if (typeof host !== 'object' || !('pairs' in host)) return dict(pair)
  const at = random.int(host.pairs.length + 1)
  return dict(...host.pairs.toSpliced(at, 0, pair))
}

function junk(random: Random, depth: number): Value {
  const kind = random.int(depth > 0 ? 7 : 4)
  if (kind === 0) return random.int(1000) - 500
  if (kind === 1) return random.pick(['/Name', '/Lime#Green', '/A;B', '/URI', '/JS2', '/Launcher'])
  if (kind === 2) return { text: random.pick(['', 'JavaScript', '(', '/JS (x)', 'R', '\r\n']) }
  if (kind === 3) return random.pick(['true', 'false', 'null'])
  if (kind === 4) return { ref: random.int(9) }
  const inner = Array.from({ length: random.int(4) }, () => junk(random, depth - 1))
  return kind === 5
    ? inner
    : dict(...inner.map((value, index): [string, Value] => [`/Key${index}`, value]))
}

/** Writes the objects in random order, alone or in an object stream, some after an incremental update. */
function assemble(random: Random, objects: ReadonlyMap<number, Value>, extra = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const add = (text: string) => parts.push(Buffer.from(text, 'latin1'))
  const trailer = () =>
    add(
      `trailer${space(random)}${text(random, dict(['/Size', 60], ['/Root', { ref: 1 }]))}\nstartxref\n0\n%%EOF${random.pick(['\n', '\r\n', '41 0 obj null endobj\n%%EOF\n'])}`,
    )
  const inStream: [number, Value][] = []
  for (const [number, value] of shuffled(random, [...objects]))
    if (random.chance(0.3)) inStream.push([number, value])
    else {
      add(`${number}${space(random)}0${space(random)}obj${space(random)}`)
      add(`${text(random, value)}${space(random)}endobj\n`)
      if (random.chance(0.1)) trailer()
    }
  add(extra)
  if (inStream.length > 0) parts.push(objectStream(random, inStream))
  if (random.chance(0.5)) add('40 0 obj\n<< /Length 9 >>\nstream\n(BT) Tj 1\nendstream\nendobj\n')
  trailer()
  return Buffer.concat(parts)
}

function objectStream(random: Random, objects: readonly [number, Value][]): Buffer {
  let content = ''
  const head = objects
    .map(([number, value]) => {
      const offset = `${number} ${content.length} `
      content += `${text(random, value, false)}${random.pick(['\n', ' ', '\r\n\0'])}`
      return offset
    })
    .join('')
  const data = Buffer.from(head + content, 'latin1')
  const isDeflated = random.chance(0.8)
  const bytes = isDeflated ? deflateSync(data, { level: random.int(10) }) : data
  const dictionary: Pairs = [
    ['/Type', '/ObjStm'],
    ['/N', objects.length],
    ['/First', head.length],
    ['/Length', bytes.length],
  ]
  if (isDeflated)
    dictionary.push(['/Filter', random.pick<Value>(['/FlateDecode', ['/FlateDecode']])])
  return Buffer.concat([
    Buffer.from(
      `60 0 obj${space(random)}${text(random, dict(...shuffled(random, dictionary)))}`,
      'latin1',
    ),
    Buffer.from(`${space(random)}stream\r\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream\nendobj\n', 'latin1'),
  ])
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const rest = [...items]
  return Array.from(items, () => rest.splice(random.int(rest.length), 1)[0] as Item)
}

const spaces = [' ', '\n', '\r\n', '\r', '\t', '\f', '\0', '  ', '%\n', '% a (comment\r', ' %>>\n']
const space = (random: Random) => (random.chance(0.5) ? ' ' : random.pick(spaces))

/** Writes a value in one of its equivalent notations. */
function text(random: Random, value: Value, mayEndInSpace = true): string {
  const gap = () => space(random)
  const written = (() => {
    if (typeof value === 'number') return random.pick([`${value}`, `${value}.0`, `${value}.`])
    if (typeof value === 'string') return value.startsWith('/') ? name(random, value) : value
    if (Array.isArray(value))
      return `[${value.map((inner) => gap() + text(random, inner)).join(' ')}${gap()}]`
    if ('text' in value) return literal(random, value.text)
    if ('ref' in value) return `${value.ref}${gap()}0${gap()}R`
    const pairs = value.pairs.map(
      ([key, inner]) => `${gap()}${name(random, key)}${gap()}${text(random, inner)}`,
    )
    return `<<${pairs.join(' ')}${gap()}>>`
  })()
  return mayEndInSpace ? written + gap() : written
}

const hex = (code: number) => code.toString(16).padStart(2, '0')

const name = (random: Random, plain: string): string =>
  plain.replace(/(?<!#.?)[A-Za-z](?!#)/g, (letter) =>
    random.chance(0.1) ? `#${hex(letter.charCodeAt(0))}` : letter,
  )

function literal(random: Random, plain: string): string {
  if (random.chance(0.4))
    return `<${Buffer.from(plain, 'latin1')
      .toString('hex')
      .replace(/./g, (digit) => digit + (random.chance(0.1) ? ' ' : ''))}>`
  return `(${plain.replace(/[()\\]/g, (sign) => `\\${sign}`)}${random.pick(['', '(nested)', '\\\n', '\\051'])})`
}
