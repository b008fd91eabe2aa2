import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import type { MemberData } from '#features/imports/answers.ts'
import { memberDisplayName } from '#features/members/display-name.ts'
import { Switch } from '#platform/web/ui/Switch.tsx'
import { useSetVisible } from './calls.ts'

/** Saves on change and shows the new state until the response arrives. */
export function VisibleSwitch({
  member,
  isInCard = false,
}: {
  member: MemberData
  /** True where no column header says what it switches: then a word does, instead of the eye. */
  isInCard?: boolean
}) {
  const setVisible = useSetVisible()
  const isVisible = setVisible.isPending ? setVisible.variables.body.is_visible : member.is_visible
  const Icon = isVisible ? Eye : EyeOff
  const label = `${memberDisplayName(member)} is visible in the directory`
  return (
    <span className="flex items-center gap-2">
      <Switch
        hideLabel={!isInCard}
        label={
          isInCard ? (
            <>
              <span aria-hidden="true">Visible</span>
              <span className="sr-only">{label}</span>
            </>
          ) : (
            label
          )
        }
        className={isInCard ? 'flex-row-reverse' : undefined}
        checked={isVisible}
        disabled={setVisible.isPending}
        onChange={({ target }) =>
          setVisible.mutate({ id: member.id, body: { is_visible: target.checked } })
        }
      />
      {!isInCard && <Icon aria-hidden="true" className="size-4 text-ink-faint" />}
    </span>
  )
}
