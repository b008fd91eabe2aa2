/** Files that nobody should be able to do harm with; the same ones for the same count. */
import { deflateSync, gzipSync } from 'node:zlib'
import { type FileKind, type FileType, fileKinds } from '#shared/file-kinds.ts'
import { bombs, chunk, type Sample, sample } from './hostile-images.ts'
import { activePdfs } from './hostile-pdfs.ts'
import { gifPhoto, jpegPhoto, plainPdf, pngPhoto } from './sample-files.ts'

export interface HostileFile extends Sample {
  kind: FileKind
}

/** Stands in everything active; in nothing that is kept. */
export const payload = '<script>alert("HOSTILE-PAYLOAD")</script>'

const kinds = Object.keys(fileKinds) as FileKind[]

/** `count` files over all upload fields: every trick first, then more of those with chance in them. */
export async function hostileFiles(count: number): Promise<HostileFile[]> {
  const honest = {
    jpeg: await jpegPhoto(3, { width: 160, height: 120 }),
    png: await pngPhoto(3),
    gif: await gifPhoto(3),
    pdf: plainPdf(),
  }
  const fixed = mixed([activeFiles(), polyglots(honest), await bombs(count >= 1000), activePdfs()])
  const bits = seededRandom(20_250_105)
  return Array.from({ length: count }, (_, index) => {
    const anyKind = kindAt(kinds, index)
    // Two of ten have a name to fall over, four of ten are damaged in a new way each time.
    const turn = index % 10
    const trick = Math.floor(index / 10) * 4 + turn
    const type = typeAt(anyKind, index)
    const file =
      turn < 4
        ? fixed[trick % fixed.length]
        : turn < 6
          ? sample('name', hostileName(index), honest[type], false)
          : damagedOf(type, honest[type], bits, index)
    if (!file) throw new Error('There are no tricks')
    return { ...file, kind: turn < 4 ? kindFor(file, index) : anyKind }
  })
}

const kindAt = (among: readonly FileKind[], index: number): FileKind =>
  among[index % among.length] ?? 'logo'

/** A field that would take it by its type: in the others it would be refused for that alone. */
function kindFor({ name }: Sample, index: number): FileKind {
  const ending = name.split('.').at(-1) ?? ''
  const taking = kinds.filter((kind) =>
    (fileKinds[kind].types as readonly string[]).includes(ending),
  )
  return kindAt(taking.length > 0 ? taking : kinds, index)
}

/** One of each in turn, so that a tenth of the count has a tenth of everything. */
function mixed(lists: Sample[][]): Sample[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat()
}

const typeAt = (kind: FileKind, index: number): FileType =>
  fileKinds[kind].types[index % fileKinds[kind].types.length] ?? 'jpeg'

/** A small generator of numbers from 0 up to 1, always the same ones (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function damagedOf(type: FileType, whole: Buffer, bits: () => number, index: number): Sample {
  const bytes = Buffer.from(whole)
  if (index % 2 === 0) {
    const cut = bytes.subarray(0, 1 + Math.floor(bits() * (bytes.length - 10)))
    return sample(`${type}, cut`, `cut.${type}`, cut, type === 'pdf')
  }
  for (let flips = 1 + Math.floor(bits() * 20); flips > 0; flips -= 1)
    bytes[Math.floor(bits() * bytes.length)] = Math.floor(bits() * 256)
  return sample(`${type}, with wrong bytes`, `flipped.${type}`, bytes, false)
}

const nasty = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/cron.d/x',
  '....//....//a.jpg',
  '%2e%2e%2fa.jpg',
  'a.jpg\u0000.svg',
  'a\u0000.jpg',
  'fdp.exe\u202egpj.jpg',
  '\u2066\u2069\u200f.jpg',
  'a\r\nX-Evil: yes\r\n.jpg',
  'a";filename="b.jpg',
  "a'; drop table stored_file; --.jpg",
  '=cmd|calc.jpg',
  '<img src=x onerror=alert(1)>.jpg',
  'CON',
  'NUL.jpg',
  '.',
  '..',
  '.htaccess',
  '-rf',
  '~root.jpg',
  '$(reboot).jpg',
  '`id`.jpg',
  '\ud800.jpg',
  'e\u0301'.repeat(900),
  'a.jpg/',
  'a.jpg::$DATA',
  'name.jpg;.php',
  'x'.repeat(5000),
  'ß'.repeat(2500),
]
const hostileName = (index: number): string => {
  const at = Math.floor(index / 10) * 2 + (index % 2)
  return `${'../'.repeat(at % 7)}${nasty[at % nasty.length]}${at >= nasty.length ? at : ''}`
}

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

function activeFiles(): Sample[] {
  const contents: [string, Buffer | string][] = [
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${payload}</svg>`],
    ['SVG with a header', `<?xml version="1.0"?><!DOCTYPE svg><svg>${payload}</svg>`],
    ['HTML', `<!doctype html><html><body>${payload}</body></html>`],
    ['HTML in UTF-16', Buffer.from(`\ufeff<html>${payload}`, 'utf16le')],
    ['HTML behind blanks', `${' '.repeat(600)}<html>${payload}`],
    ['a web archive', `MIME-Version: 1.0\nContent-Type: text/html\n\n${payload}`],
    ['JavaScript', 'alert(document.cookie)'],
    ['PHP', `<?php system($_GET['c']); ?>${payload}`],
    ['XML with an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a program for Windows', 'MZ\x90\0\x03\0\0\0'],
    ['a program for Linux', '\x7fELF\x02\x01\x01'],
    ['a class of Java', Buffer.from('cafebabe00000034', 'hex')],
    ['WebAssembly', '\0asm\x01\0\0\0'],
    ['a shell script', '#!/bin/sh\nreboot\n'],
    ['the test of virus scanners', eicar],
    ['an empty archive', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
    ['gzip', gzipSync(payload)],
    ['a bomb of gzip', gzipSync(Buffer.alloc(20_000_000))],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['WebP', 'RIFF\x1a\0\0\0WEBPVP8L'],
    ['HEIC', '\0\0\0\x18ftypheic'],
    ['BMP', 'BM\x46\0\0\0\0\0'],
    ['PostScript', '%!PS-Adobe-3.0\n(/etc/passwd) (r) file'],
    ['a picture of ImageMagick', 'push graphic-context\nfill url(https://evil/|id)'],
    ['a matrix of libvips', '2 2\n1 2\n3 4\n'],
    ['words', 'Only words'],
    ['nothing', ''],
  ]
  const names = ['photo.jpg', 'logo.svg', 'paper.pdf', 'page.html', 'photo.png']
  return contents.flatMap(([what, bytes], index) =>
    [0, 1].map((more) => sample(what, names[(index + more) % names.length] ?? 'a', bytes, true)),
  )
}

function polyglots({ jpeg, png, gif, pdf }: Record<FileType, Buffer>): Sample[] {
  const zip = Buffer.concat([Buffer.from(`PK\x03\x04${payload}PK\x05\x06`), Buffer.alloc(18)])
  const comment = Buffer.from(
    `\xff\xfe\0${String.fromCharCode(payload.length + 2)}${payload}`,
    'latin1',
  )
  const word = deflateSync(payload)
  const kept: [string, string, Buffer[]][] = [
    ['JPEG and archive', 'photo.jpg', [jpeg, zip]],
    ['JPEG and page', 'photo.jpg', [jpeg, Buffer.from(payload)]],
    [
      'JPEG with a page in its comment',
      'photo.jpg',
      [jpeg.subarray(0, 2), comment, jpeg.subarray(2)],
    ],
    ['JPEG and PDF', 'photo.jpg', [jpeg, pdf, Buffer.from(payload)]],
    ['PNG and page', 'photo.png', [png, Buffer.from(payload)]],
    [
      'PNG with a page in its text',
      'photo.png',
      [png.subarray(0, 33), chunk('tEXt', `a\0${payload}`), png.subarray(33)],
    ],
    [
      'PNG with a packed page',
      'photo.png',
      [
        png.subarray(0, 33),
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), word])),
        png.subarray(33),
      ],
    ],
    ['GIF and archive of Java', 'photo.gif', [gif, zip]],
    ['PNG under another name', 'photo.jpg', [png]],
    ['GIF under the name of a page', 'photo.html', [gif]],
  ]
  const refused: [string, string, Buffer[]][] = [
    ['GIF and script', 'photo.gif', [Buffer.from(`GIF89a/*${payload}*/=1;`)]],
    ['a page and JPEG', 'photo.jpg', [Buffer.from(payload), jpeg]],
    ['PDF and archive', 'paper.pdf', [pdf, zip]],
    ['archive and PDF', 'paper.pdf', [zip, pdf]],
    ['JPEG that begins as PDF', 'paper.pdf', [Buffer.from('%PDF-'), jpeg]],
  ]
  return [
    ...kept.map(([what, name, parts]) =>
      sample(what, name, Buffer.concat(parts), name.endsWith('html')),
    ),
    ...refused.map(([what, name, parts]) => sample(what, name, Buffer.concat(parts), true)),
  ]
}
