/** The bytes of files that are being received: temporary files of this process. */
import { Refusal } from '#shared/refusal.ts'
import { freeShare } from './shares.ts'

/** Counts the temporary bytes of one file. */
export interface IncomingCount {
  /** Throws a Refusal when the uploader may not hold so many bytes. */
  add: (bytes: number) => void
  /** Call it when the temporary file is deleted; further calls do nothing. */
  release: () => void
}

/** The temporary bytes of many uploaders, by a key of each; shared fairly among those who upload now. */
export function createIncomingBytes(total: number) {
  const byKey = new Map<string, number>()
  let used = 0
  return (key: string, factor: number): IncomingCount => {
    let counted = 0
    const change = (bytes: number) => {
      const own = (byKey.get(key) ?? 0) + bytes
      counted += bytes
      used += bytes
      if (own > 0) byKey.set(key, own)
      else byKey.delete(key)
    }
    return {
      add: (bytes) => {
        if (bytes > freeShare(total, { used, own: byKey.get(key) ?? 0, factor }))
          throw new Refusal(
            'too-many',
            'Other files from your connection are still being uploaded; please try again in a minute',
            { code: 'files-waiting', retryAfter: 60 },
          )
        change(bytes)
      },
      release: () => {
        change(-counted)
      },
    }
  }
}
