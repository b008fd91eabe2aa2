/** Photos as phones make them are sent to a portal: none keeps more than what is to be seen. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FileKind, fileKinds } from '#shared/file-kinds.ts'
import { isUpright, metadataIn, orientations, photoOf } from '#test/files/photos.ts'
import { counted, type Finding, info } from '../support/findings.ts'
import { concurrently, type Site } from '../support/site.ts'
import { fetched, openDoor, upload } from './hostile-uploads.ts'

const photoKinds = Object.entries(fileKinds).flatMap(([kind, { types }]) =>
  (['jpeg', 'png'] as const)
    .filter((type) => (types as readonly string[]).includes(type))
    .map((type) => ({ kind: kind as FileKind, type })),
)

/** Photos in all orientations, in every field: upright, and silent about where they were taken. */
export async function photoDrill(site: Site, count: number): Promise<Finding[]> {
  const door = await openDoor(site)
  const out = site.folder()
  let [upright, silent, versions] = [0, 0, 0]
  await concurrently(count, 4, async (index) => {
    const orientation = orientations[index % 8] ?? 1
    const { kind, type } = photoKinds[Math.floor(index / 8) % photoKinds.length] ?? {
      kind: 'logo',
      type: 'jpeg',
    }
    const bytes = await photoOf(type, orientation)
    const { text } = await upload(door, {
      what: 'photo',
      kind,
      name: 'photo',
      bytes,
      mustRefuse: false,
    })
    const { url } = JSON.parse(text) as { url: string }
    for (const size of ['', '?size=small']) {
      const kept = await fetched(door, url + size)
      versions += 1
      if (await isUpright(kept.bytes)) upright += 1
      if (metadataIn(kept.bytes).length === 0) silent += 1
      writeFileSync(join(out, `${index}${size.slice(-5)}.${type}`), kept.bytes)
    }
  })
  const byExiftool = silentByExiftool(out)
  return [
    counted('photos upright, full and small', upright, versions),
    counted('photos without a word besides their pixels', silent, versions),
    byExiftool === undefined
      ? info('exiftool', 'is not installed')
      : counted('photos of which exiftool has nothing to tell', byExiftool, versions),
  ]
}

/** How many files have no group of tags but those of the file itself; undefined: nobody to ask. */
function silentByExiftool(folder: string): number | undefined {
  try {
    const said = execFileSync('exiftool', ['-j', '-G', '-q', folder], {
      maxBuffer: 64 * 1024 * 1024,
    })
    const files = JSON.parse(said.toString()) as Record<string, unknown>[]
    const isPlain = (tag: string) =>
      /^(?:SourceFile|(?:File|ExifTool|Composite|JFIF|PNG):\w+)$/.test(tag) &&
      !/GPS|Comment|Orientation|Make/.test(tag)
    return files.filter((file) => Object.keys(file).every(isPlain)).length
  } catch {
    return undefined
  }
}
