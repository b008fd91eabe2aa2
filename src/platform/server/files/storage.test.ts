import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startS3Server } from '#test/setup/s3-server.ts'
import { readFilesUrl } from '../core/files-url.ts'
import { createLog } from '../core/log.ts'
import { s3Storage } from './s3-storage.ts'
import { folderStorage, readsBack, type Storage } from './storage.ts'

const log = createLog('silent')
const server = startS3Server()

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portal-storage-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function localFile(bytes: string | Buffer): string {
  const path = join(folder(), 'incoming')
  writeFileSync(path, bytes)
  return path
}

const parseUrl = (url: string) => {
  const location = readFilesUrl(url)
  if (typeof location === 'string') throw new Error(location)
  return location
}

const adapters: Record<string, () => Promise<Storage>> = {
  folder: async () => folderStorage(join(folder(), 'uploads')),
  S3: async () => s3Storage(parseUrl((await server).location()), log, 2),
}

async function namesIn(storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { name, at } of storage.list()) {
    names.push(name)
    expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000)
  }
  return names.sort()
}

describe.each(Object.keys(adapters))('the %s storage', (name) => {
  const open = (): Promise<Storage> => {
    const adapter = adapters[name]
    if (!adapter) throw new Error(name)
    return adapter()
  }

  test('returns files of any size byte for byte until they are removed', async () => {
    const storage = await open()
    for (const size of [0, 1, 70_000, 8_000_000]) {
      const bytes = Buffer.alloc(size, 'paper')
      await storage.put(`file-${size}.pdf`, localFile(bytes))
      expect((await storage.read(`file-${size}.pdf`))?.equals(bytes)).toBe(true)
    }
    await storage.remove('file-1.pdf')
    await storage.remove('file-1.pdf')
    expect(await storage.read('file-1.pdf')).toBeUndefined()
    expect(await storage.read('never.pdf')).toBeUndefined()
  })

  test('replaces a file under the same name', async () => {
    const storage = await open()
    await storage.put('one.pdf', localFile('old and longer'))
    await storage.put('one.pdf', localFile('new'))
    expect(String(await storage.read('one.pdf'))).toBe('new')
  })

  test('lists all files, over several pages', async () => {
    const storage = await open()
    expect(await namesIn(storage)).toEqual([])
    const names = ['ab1.pdf', 'ab1.pdf.small', 'ab2.pdf', 'cd1.jpg', '-x1.png', '_y.png', 'zz.gif']
    for (const name of names) await storage.put(name, localFile(name))
    expect(await namesIn(storage)).toEqual(names.toSorted())
  })

  test('lists no file of the check', async () => {
    const storage = await open()
    await Promise.all([storage.check(), storage.check()])
    await storage.put('ab.pdf', localFile('x'))
    await storage.check()
    expect(await namesIn(storage)).toEqual(['ab.pdf'])
  })
})

describe('the folder storage', () => {
  test('is readable by this user only', async () => {
    const path = join(folder(), 'uploads')
    const storage = folderStorage(path)
    const file = localFile('x')
    chmodSync(file, 0o644)
    await storage.put('abc.pdf', file)
    expect(statSync(join(path, 'ab/abc.pdf')).mode & 0o777).toBe(0o600)
    for (const dir of [path, join(path, 'ab')]) expect(statSync(dir).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(path, 'ab'))).toEqual(['abc.pdf'])
  })

  test('refuses when the folder cannot be written', async () => {
    const path = join(folder(), 'uploads')
    writeFileSync(path, 'a file instead of a folder')
    await expect(folderStorage(path).check()).rejects.toThrow('The uploads folder is not writable')
  })
})

test.each([
  ['the same', async (bytes: Buffer) => bytes, true],
  ['a part', async (bytes: Buffer) => bytes.subarray(1), false],
  ['other bytes', async () => Buffer.alloc(16), false],
  ['nothing', async () => undefined, false],
])('a storage that reads %s after writing is ready: %s', async (_what, read, isReady) => {
  const stored = new Map<string, Buffer>()
  const isKept = await readsBack({
    write: async (name, bytes) => stored.set(name, bytes),
    read: async (name) => read(stored.get(name) ?? Buffer.alloc(0)),
    remove: async (name) => stored.delete(name),
  })
  expect([isKept, stored.size]).toEqual([isReady, 0])
})

describe('the S3 storage', () => {
  test('refuses while the server is down, and works again afterwards', async () => {
    const down = await startS3Server()
    const storage = s3Storage(parseUrl(down.location()), log)
    await storage.check()
    await down.stop()
    const message = 'The file storage is not responding; please try again in a moment'
    await expect(storage.check()).rejects.toMatchObject({ kind: 'unavailable', message })
    await expect(storage.put('a.pdf', localFile('x'))).rejects.toThrow(message)
    await expect(storage.read('a.pdf')).rejects.toThrow(message)
    const restarted = await startS3Server(down.port)
    onTestFinished(restarted.stop)
    await storage.check()
  })

  test.each([
    [
      'an unknown key',
      (url: string) => url.replace('//S3RVER:', '//other:'),
      'rejected the configured key',
    ],
    [
      'a wrong secret',
      (url: string) => url.replace(':S3RVER@', ':other@'),
      'rejected the configured key',
    ],
    [
      'another bucket',
      (url: string) => url.replace('@portal-test', '@other'),
      'does not have the configured bucket',
    ],
  ])('names the problem with %s', async (_case, change, message) => {
    const storage = s3Storage(parseUrl(change((await server).location())), log)
    await expect(storage.check()).rejects.toThrow(`The file storage ${message}`)
  })

  type Answer = [status: number, body: string, headers?: Record<string, string>]
  const xml = (status: number, code: string, more = '', headers = {}): Answer => [
    status,
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message>${more}</Error>`,
    headers,
  ]
  const malformed = 'AuthorizationHeaderMalformed'
  const wrongRegion = 'expects the region ap-south-1: write region=ap-south-1'
  const nothingKept = 'does not return what was written to it: '

  test.each<[string, Answer | ((method: string) => Answer), string]>([
    ['a page for everything', [200, '<html>MinIO Console</html>'], nothingKept],
    ['an empty answer to everything', [200, ''], nothingKept],
    [
      'nothing to read',
      (method) => (method === 'GET' ? xml(404, 'NoSuchKey') : [200, '']),
      nothingKept,
    ],
    ['the region in the answer', xml(400, malformed, '<Region>ap-south-1</Region>'), wrongRegion],
    [
      'the region in the message',
      [
        400,
        `<Error><Code>${malformed}</Code><Message>The region 'us-east-1' is wrong; expecting 'ap-south-1'</Message></Error>`,
      ],
      wrongRegion,
    ],
    [
      'the region in a header',
      xml(301, 'PermanentRedirect', '', { 'x-amz-bucket-region': 'ap-south-1' }),
      wrongRegion,
    ],
    [
      'the region in the address of the bucket',
      xml(301, 'PermanentRedirect', '<Endpoint>bucket.s3.ap-south-1.amazonaws.com</Endpoint>'),
      wrongRegion,
    ],
    ['another time', xml(403, 'RequestTimeTooSkewed'), 'refuses its time. Set the clock'],
    ['a full disk', xml(507, 'XMinioStorageFull'), 'The file storage is full'],
    ['no bucket', xml(404, 'NoSuchBucket'), 'does not have the configured bucket'],
    ['a refused key', xml(403, 'AccessDenied'), 'rejected the configured key'],
    ['a redirect without a region', xml(301, 'PermanentRedirect'), 'is not responding'],
  ])('is not ready with a server that answers %s', async (_what, answer, message) => {
    const quirky = createServer((request, response) => {
      request.resume().on('end', () => {
        const [status, body, headers = {}] =
          typeof answer === 'function' ? answer(request.method ?? '') : answer
        response.writeHead(status, headers).end(body)
      })
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void quirky.close().closeAllConnections())
    await once(quirky, 'listening')
    const { port } = quirky.address() as AddressInfo
    const url = `s3://key:secret@bucket/prefix?endpoint=http://127.0.0.1:${port}&region=us-east-1`
    await expect(s3Storage(parseUrl(url), log).check()).rejects.toThrow(message)
  })
})
