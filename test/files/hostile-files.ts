/** Hostile files for upload fields; the same files for the same count. */
import { deflateSync, gzipSync } from 'node:zlib'
import { type FileKind, type FileType, fileKinds } from '#shared/file-kinds.ts'
import { chunk, imageBombs, type Sample, sample } from './hostile-images.ts'
import { activePdfs } from './hostile-pdfs.ts'
import { gifPhoto, jpegPhoto, plainPdf, pngPhoto } from './sample-files.ts'

export interface HostileFile extends Sample {
  kind: FileKind
}

/** Contained in all active files; must not be in a stored file. */
export const payload = '<script>alert("HOSTILE-PAYLOAD")</script>'

const kinds = Object.keys(fileKinds) as FileKind[]

/** `count` files for all upload fields: fixed attacks, hostile names and randomly damaged files. */
export async function hostileFiles(count: number): Promise<HostileFile[]> {
  const valid = {
    jpeg: await jpegPhoto(3, { width: 160, height: 120 }),
    png: await pngPhoto(3),
    gif: await gifPhoto(3),
    pdf: plainPdf(),
  }
  const fixed = interleave([
    activeFiles(),
    polyglots(valid),
    await imageBombs(count >= 1000),
    activePdfs(),
  ])
  const random = seededRandom(20_250_105)
  return Array.from({ length: count }, (_, index) => {
    const anyKind = kindAt(kinds, index)
    // Of ten files, four are fixed attacks, two have hostile names and four are damaged at random.
    const position = index % 10
    const attack = Math.floor(index / 10) * 4 + position
    const type = typeAt(anyKind, index)
    const file =
      position < 4
        ? fixed[attack % fixed.length]
        : position < 6
          ? sample('name', hostileName(index), valid[type], false)
          : damagedOf(type, valid[type], random, index)
    if (!file) throw new Error('There are no fixed attacks')
    return { ...file, kind: position < 4 ? kindFor(file, index) : anyKind }
  })
}

const kindAt = (among: readonly FileKind[], index: number): FileKind =>
  among[index % among.length] ?? 'logo'

/** An upload field that accepts the file type, so that the content decides. */
function kindFor({ name }: Sample, index: number): FileKind {
  const ending = name.split('.').at(-1) ?? ''
  const accepting = kinds.filter((kind) =>
    (fileKinds[kind].types as readonly string[]).includes(ending),
  )
  return kindAt(accepting.length > 0 ? accepting : kinds, index)
}

/** Takes from the lists by turns, so that a small count has some of each. */
function interleave(lists: Sample[][]): Sample[] {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat()
}

const typeAt = (kind: FileKind, index: number): FileType =>
  fileKinds[kind].types[index % fileKinds[kind].types.length] ?? 'jpeg'

/** A seeded generator of pseudo-random numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function damagedOf(type: FileType, valid: Buffer, random: () => number, index: number): Sample {
  const bytes = Buffer.from(valid)
  if (index % 2 === 0) {
    const cut = bytes.subarray(0, 1 + Math.floor(random() * (bytes.length - 10)))
    return sample(`${type}, truncated`, `cut.${type}`, cut, type === 'pdf')
  }
  for (let flips = 1 + Math.floor(random() * 20); flips > 0; flips -= 1)
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return sample(`${type}, with random bytes`, `flipped.${type}`, bytes, false)
}

const hostileNames = [
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
  return `${'../'.repeat(at % 7)}${hostileNames[at % hostileNames.length]}${at >= hostileNames.length ? at : ''}`
}

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

function activeFiles(): Sample[] {
  const contents: [string, Buffer | string][] = [
    ['SVG', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${payload}</svg>`],
    ['SVG with a header', `<?xml version="1.0"?><!DOCTYPE svg><svg>${payload}</svg>`],
    ['HTML', `<!doctype html><html><body>${payload}</body></html>`],
    ['HTML in UTF-16', Buffer.from(`\ufeff<html>${payload}`, 'utf16le')],
    ['HTML after spaces', `${' '.repeat(600)}<html>${payload}`],
    ['web archive', `MIME-Version: 1.0\nContent-Type: text/html\n\n${payload}`],
    ['JavaScript', 'alert(document.cookie)'],
    ['PHP', `<?php system($_GET['c']); ?>${payload}`],
    ['XML with an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['Windows executable', 'MZ\x90\0\x03\0\0\0'],
    ['Linux executable', '\x7fELF\x02\x01\x01'],
    ['Java class', Buffer.from('cafebabe00000034', 'hex')],
    ['WebAssembly', '\0asm\x01\0\0\0'],
    ['shell script', '#!/bin/sh\nreboot\n'],
    ['EICAR test file', eicar],
    ['empty ZIP archive', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
    ['gzip', gzipSync(payload)],
    ['gzip bomb', gzipSync(Buffer.alloc(20_000_000))],
    ['TIFF', Buffer.from('49492a0008000000', 'hex')],
    ['WebP', 'RIFF\x1a\0\0\0WEBPVP8L'],
    ['HEIC', '\0\0\0\x18ftypheic'],
    ['BMP', 'BM\x46\0\0\0\0\0'],
    ['PostScript', '%!PS-Adobe-3.0\n(/etc/passwd) (r) file'],
    ['ImageMagick MVG', 'push graphic-context\nfill url(https://evil/|id)'],
    ['libvips matrix', '2 2\n1 2\n3 4\n'],
    ['plain text', 'Only text'],
    ['empty file', ''],
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
  const compressedPayload = deflateSync(payload)
  const reencoded: [string, string, Buffer[]][] = [
    ['JPEG followed by ZIP', 'photo.jpg', [jpeg, zip]],
    ['JPEG followed by HTML', 'photo.jpg', [jpeg, Buffer.from(payload)]],
    ['JPEG with HTML in a comment', 'photo.jpg', [jpeg.subarray(0, 2), comment, jpeg.subarray(2)]],
    ['JPEG followed by PDF', 'photo.jpg', [jpeg, pdf, Buffer.from(payload)]],
    ['PNG followed by HTML', 'photo.png', [png, Buffer.from(payload)]],
    [
      'PNG with HTML in a text chunk',
      'photo.png',
      [png.subarray(0, 33), chunk('tEXt', `a\0${payload}`), png.subarray(33)],
    ],
    [
      'PNG with compressed HTML',
      'photo.png',
      [
        png.subarray(0, 33),
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), compressedPayload])),
        png.subarray(33),
      ],
    ],
    ['GIF followed by ZIP (GIFAR)', 'photo.gif', [gif, zip]],
    ['PNG named .jpg', 'photo.jpg', [png]],
    ['GIF named .html', 'photo.html', [gif]],
  ]
  const refused: [string, string, Buffer[]][] = [
    ['GIF that is also JavaScript', 'photo.gif', [Buffer.from(`GIF89a/*${payload}*/=1;`)]],
    ['HTML followed by JPEG', 'photo.jpg', [Buffer.from(payload), jpeg]],
    ['PDF followed by ZIP', 'paper.pdf', [pdf, zip]],
    ['ZIP followed by PDF', 'paper.pdf', [zip, pdf]],
    ['JPEG with a PDF header', 'paper.pdf', [Buffer.from('%PDF-'), jpeg]],
  ]
  return [
    ...reencoded.map(([what, name, parts]) =>
      sample(what, name, Buffer.concat(parts), name.endsWith('html')),
    ),
    ...refused.map(([what, name, parts]) => sample(what, name, Buffer.concat(parts), true)),
  ]
}
