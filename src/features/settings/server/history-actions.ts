import { namesOf } from '#features/members/server/actions.ts'
import type { Database } from '#platform/server/database.ts'
import { listChanges } from '#platform/server/history.ts'
import type { SettingsChange } from '../contract.ts'
import { settingLabels } from '../rules.ts'

/** Every change of the settings in sentences, newest first. */
export async function historyOfSettings(db: Database): Promise<SettingsChange[]> {
  const changes = await listChanges(db, 'settings', 'association')
  const names = await namesOf(db, [...new Set(changes.flatMap(({ actor_id: id }) => id ?? []))])
  return changes.toReversed().map(({ id, at, actor_id: actor, before, after }) => {
    const fields = Object.keys(after)
    const labels = fields.map((name) => settingLabels[name] ?? name)
    const what =
      labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`
    return {
      id,
      at,
      words: `${names.get(actor ?? '') ?? 'Somebody'} changed ${what}`,
      details: fields.map((name) => ({
        field: settingLabels[name] ?? name,
        before: String(before[name] || 'nothing'),
        after: String(after[name] || 'nothing'),
      })),
    }
  })
}
