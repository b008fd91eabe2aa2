/** Hostile files for upload fields: active contents, and files of two types at once. */
import { deflateSync, gzipSync } from 'node:zlib'
import { chunk, imageBombs, type Sample, sample } from './hostile-images.ts'
import { gifPhoto, jpegPhoto, plainPdf, pngPhoto } from './sample-files.ts'

/** Contained in all active files; must not be in a stored file. */
export const payload = '<script>alert("HOSTILE-PAYLOAD")</script>'

export const hostileFiles = async (): Promise<Sample[]> => [
  ...activeFiles(),
  ...polyglots(await jpegPhoto(3), await pngPhoto(3), await gifPhoto(3), plainPdf()),
  ...(await imageBombs()),
]

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
  return contents.flatMap(([what, bytes]) =>
    ['photo.jpg', 'paper.pdf'].map((name) => sample(what, name, bytes, true)),
  )
}

function polyglots(jpeg: Buffer, png: Buffer, gif: Buffer, pdf: Buffer): Sample[] {
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
  ]
  const refused: [string, string, Buffer[]][] = [
    ['GIF that is also JavaScript', 'photo.gif', [Buffer.from(`GIF89a/*${payload}*/=1;`)]],
    ['HTML followed by JPEG', 'photo.jpg', [Buffer.from(payload), jpeg]],
    ['PDF followed by ZIP', 'paper.pdf', [pdf, zip]],
    ['ZIP followed by PDF', 'paper.pdf', [zip, pdf]],
    ['JPEG with a PDF header', 'paper.pdf', [Buffer.from('%PDF-'), jpeg]],
  ]
  return [
    ...reencoded.map(([what, name, parts]) => sample(what, name, Buffer.concat(parts), false)),
    ...refused.map(([what, name, parts]) => sample(what, name, Buffer.concat(parts), true)),
  ]
}
