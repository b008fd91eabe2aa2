/** Reads a portal as one person and stores what it answers. */
import { isRecord } from '#shared/records.ts'
import { type Answer, type ApiClient, pairs } from '#test/support/process/api-client.ts'
import type { SharedCalls } from '../calls.ts'
import { readable } from '../readable.ts'
import { type Answers, sortedJson, withNames } from './answers.ts'

export interface Reader {
  /** Stores the answer of a call and returns its body; of a call that only one portal has, an empty list. */
  read: (call: string, payload?: unknown) => Promise<unknown>
  /**
   * The same for all pages of a list. A row that is the same in `base` is stored as its name only, because
   * what lists differ in is which rows they have, and their order.
   */
  list: (path: string, base?: Base) => Promise<Record<string, unknown>[]>
}

/** The rows of a complete list, as sorted JSON by id. */
export type Base = ReadonlyMap<string, string>

export const baseOf = (rows: readonly Record<string, unknown>[]): Base =>
  new Map(rows.map((row) => [String(row.id), sortedJson(row)]))

export function openReader(
  client: ApiClient,
  who: string,
  { names, texts, called }: Answers & { called: Set<string> },
  isShared: SharedCalls['isShared'],
): Reader {
  const keep = (call: string, payload: unknown, answer: unknown) => {
    const sent = payload === undefined ? '' : ` ${sortedJson(payload)}`
    texts.set(withNames(`${who}: ${call}${sent}`, names), sortedJson(answer))
  }
  const request = async (call: string, payload?: unknown): Promise<Answer> => {
    called.add(call)
    const [method = '', path = ''] = call.split(' ')
    return client.request(method, path, payload)
  }
  return {
    read: async (call, payload) => {
      if (!isShared(call)) return []
      const answer = await readable(await request(call, payload))
      keep(call, payload, answer)
      return answer.body
    },
    list: async (path, base) => {
      const rows: Record<string, unknown>[] = []
      if (!isShared(`GET ${path}`)) return rows
      let head: object = {}
      let pages = 0
      for (let next: string | undefined = path; next !== undefined; pages++) {
        const answer = await request(`GET ${next}`)
        const { body, ...others } = await readable(answer)
        if (Array.isArray(body)) rows.push(...body.filter(isRecord))
        head = Array.isArray(body) ? others : { ...others, body }
        next = nextOf(answer)
      }
      const body = rows.map((row) =>
        base?.get(String(row.id)) === sortedJson(row) ? `the row of ${row.id}` : row,
      )
      keep(`GET ${path}`, undefined, { ...head, pages, body })
      return rows
    },
  }
}

/** The next page, from the header Link. */
function nextOf({ rawHeaders }: Answer): string | undefined {
  const link = pairs(rawHeaders).find(([name]) => name.toLowerCase() === 'link')
  return link?.[1].match(/<([^>]+)>; rel="next"/)?.[1]
}
