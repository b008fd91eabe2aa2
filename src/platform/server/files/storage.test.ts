import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startS3Server } from '#test/setup/s3-server.ts'
import { createLog } from '../log.ts'
import { readFilesUrl } from './files-url.ts'
import { s3Storage } from './s3-storage.ts'
import { folderStorage, type Storage } from './storage.ts'

const log = createLog('silent')
const server = startS3Server()

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portal-storage-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

function localFile(bytes: string | Buffer): string {
  const path = join(folder(), 'arrived')
  writeFileSync(path, bytes)
  return path
}

const placeIn = (url: string) => {
  const place = readFilesUrl(url)
  if (typeof place === 'string') throw new Error(place)
  return place
}

const places: Record<string, () => Promise<Storage>> = {
  folder: async () => folderStorage(join(folder(), 'uploads')),
  S3: async () => s3Storage(placeIn((await server).place()), log, 2),
}

async function namesIn(storage: Storage): Promise<string[]> {
  const found: string[] = []
  for await (const { name, at } of storage.list()) {
    found.push(name)
    expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000)
  }
  return found.sort()
}

describe.each(Object.keys(places))('files in the %s', (name) => {
  const open = (): Promise<Storage> => {
    const place = places[name]
    if (!place) throw new Error(name)
    return place()
  }

  test('are there byte for byte, whatever their size, until they are removed', async () => {
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

  test('are replaced whole', async () => {
    const storage = await open()
    await storage.put('one.pdf', localFile('old and longer'))
    await storage.put('one.pdf', localFile('new'))
    expect(String(await storage.read('one.pdf'))).toBe('new')
  })

  test('are all on the list, however many parts it comes in', async () => {
    const storage = await open()
    expect(await namesIn(storage)).toEqual([])
    const names = ['ab1.pdf', 'ab1.pdf.small', 'ab2.pdf', 'cd1.jpg', '-x1.png', '_y.png', 'zz.gif']
    for (const one of names) await storage.put(one, localFile(one))
    expect(await namesIn(storage)).toEqual(names.toSorted())
  })

  test('are not troubled by the check, which leaves nothing among them', async () => {
    const storage = await open()
    await storage.check()
    await storage.put('ab.pdf', localFile('x'))
    await storage.check()
    expect((await namesIn(storage)).filter((one) => !one.startsWith('.'))).toEqual(['ab.pdf'])
  })
})

describe('the folder of files', () => {
  test('and everything in it is for this user alone', async () => {
    const place = join(folder(), 'uploads')
    const storage = folderStorage(place)
    const path = localFile('x')
    chmodSync(path, 0o644)
    await storage.put('abc.pdf', path)
    expect(statSync(join(place, 'ab/abc.pdf')).mode & 0o777).toBe(0o600)
    for (const one of [place, join(place, 'ab')]) expect(statSync(one).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(place, 'ab'))).toEqual(['abc.pdf'])
  })

  test('that cannot be written says so in words', async () => {
    const place = join(folder(), 'uploads')
    writeFileSync(place, 'a file in its place')
    await expect(folderStorage(place).check()).rejects.toThrow('The folder of files cannot be')
  })
})

describe('a storage over the net', () => {
  test('that is away is told in words, and works again when it is back', async () => {
    const own = await startS3Server()
    const storage = s3Storage(placeIn(own.place()), log)
    await storage.check()
    await own.stop()
    const words = 'The storage of files does not answer; please try again in a moment'
    await expect(storage.check()).rejects.toMatchObject({ kind: 'unavailable', message: words })
    await expect(storage.put('a.pdf', localFile('x'))).rejects.toThrow(words)
    await expect(storage.read('a.pdf')).rejects.toThrow(words)
    const back = await startS3Server(own.port)
    onTestFinished(back.stop)
    await storage.check()
  })

  test.each([
    [
      'a key it does not know',
      (url: string) => url.replace('//S3RVER:', '//other:'),
      'refuses our key',
    ],
    [
      'another bucket',
      (url: string) => url.replace('@portal-test', '@other'),
      'does not have our bucket',
    ],
  ])('with %s says what is wrong', async (_what, change, words) => {
    const storage = s3Storage(placeIn(change((await server).place())), log)
    await expect(storage.check()).rejects.toThrow(`The storage of files ${words}`)
  })
})
