import Link2 from 'lucide-react/icons/link-2'
import { useState } from 'react'
import { memberTypeLabels } from '#features/members/role-labels.ts'
import { copyText } from '#platform/web/copy-text.ts'
import { toast } from '#platform/web/toast/toast.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { memberRoles } from '#shared/roles.ts'

const linkOf = (type: string) => `${window.location.origin}/apply/${type}`

/** Copies the address of the application form, for the association's website or a message. */
export function CopyApplicationLinks() {
  const [isManualCopy, setManualCopy] = useState(false)
  async function copy(type: string) {
    if (await copyText(linkOf(type))) toast({ title: 'Link copied' })
    else setManualCopy(true)
  }
  if (isManualCopy)
    return (
      <ul className="text-sm select-all">
        {memberRoles.map((type) => (
          <li key={type}>{linkOf(type)}</li>
        ))}
      </ul>
    )
  return memberRoles.map((type) => (
    <Button key={type} icon={<Link2 aria-hidden="true" />} onClick={() => void copy(type)}>
      Copy application link ({memberTypeLabels[type]})
    </Button>
  ))
}
