/** Uploads photos like those of phones: the stored versions must be upright and without metadata. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import { isUpright, metadataIn, orientations, photoOf } from '#test/files/photos.ts'
import { exiftool, provide } from '#test/setup/programs.ts'
import { concurrently, type DrillEnvironment } from '#test/support/process/environment.ts'
import { counted, type Finding } from '#test/support/process/findings.ts'
import { download, openUploadTarget, upload } from './hostile-uploads.ts'

const photoKinds = Object.entries(fileKinds).flatMap(([kind, { types }]) =>
  (['jpeg', 'png'] as const)
    .filter((type) => (types as readonly string[]).includes(type))
    .map((type) => ({ kind: kind as FileKind, type })),
)

/** Uploads photos in all orientations to every photo field. */
export async function photosDrill(env: DrillEnvironment, count: number): Promise<Finding[]> {
  const target = await openUploadTarget(env)
  const out = env.folder()
  let [upright, withoutMetadata, versions] = [0, 0, 0]
  await concurrently(count, 4, async (index) => {
    const orientation = orientations[index % 8] ?? 1
    const { kind, type } = photoKinds[Math.floor(index / 8) % photoKinds.length] ?? {
      kind: 'logo',
      type: 'jpeg',
    }
    const bytes = await photoOf(type, orientation)
    const { text } = await upload(target, {
      what: 'photo',
      kind,
      name: 'photo',
      bytes,
      mustRefuse: false,
    })
    const { url } = JSON.parse(text) as { url: string }
    for (const size of ['', '?size=small']) {
      const stored = await download(target, url + size)
      versions += 1
      if (await isUpright(stored.bytes)) upright += 1
      if (metadataIn(stored.bytes).length === 0) withoutMetadata += 1
      writeFileSync(join(out, `${index}${size.slice(-5)}.${type}`), stored.bytes)
    }
  })
  return [
    counted('photos upright, full and small', upright, versions),
    counted('photos without metadata', withoutMetadata, versions),
    counted(
      'photos without metadata according to exiftool',
      await countWithoutMetadata(out),
      versions,
    ),
  ]
}

/** How many files have no metadata tags. */
async function countWithoutMetadata(folder: string): Promise<number> {
  const json = execFileSync(await provide(exiftool), ['-j', '-G', '-q', folder], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = JSON.parse(json.toString()) as Record<string, unknown>[]
  const isPlain = (tag: string) =>
    /^(?:SourceFile|(?:File|ExifTool|Composite|JFIF|PNG):\w+)$/.test(tag) &&
    !/GPS|Comment|Orientation|Make/.test(tag)
  return files.filter((file) => Object.keys(file).every(isPlain)).length
}
