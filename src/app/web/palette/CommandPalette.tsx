import { useState } from 'react'
import { useLocation } from 'wouter'
import type { User } from '#features/members/answers.ts'
import { useExportMembers } from '#features/register/web/members/calls.ts'
import { useLogout } from '#features/sign-in/web/calls.ts'
import { selectTheme } from '#platform/web/state/theme.ts'
import { PaletteActionDialog } from './PaletteActionDialog.tsx'
import { PaletteModal } from './PaletteModal.tsx'
import type { ActionDialog, PaletteItem } from './palette-items.ts'
import { rememberItem } from './recent-items.ts'

interface CommandPaletteProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

/** Searches screens, actions and records, and runs the selected one (contract 2.2). */
export function CommandPalette({ user, isOpen, onClose }: CommandPaletteProps) {
  const [dialog, setDialog] = useState<ActionDialog>()
  const run = useRunItem(user, setDialog)
  return (
    <>
      {isOpen && (
        <PaletteModal
          user={user}
          onClose={onClose}
          onChoose={(item) => {
            run(item)
            onClose()
          }}
        />
      )}
      {dialog && (
        <PaletteActionDialog dialog={dialog} user={user} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

function useRunItem(user: User, openDialog: (dialog: ActionDialog) => void) {
  const [, navigate] = useLocation()
  const logout = useLogout(user.role === 'admin' ? 'admin' : 'board')
  const exportMembers = useExportMembers()
  return (item: PaletteItem) => {
    const { target } = item
    rememberItem(user.id, item)
    if (target === 'log-out') logout.mutate()
    else if (typeof target === 'string') return
    else if ('href' in target) navigate(target.href, { replace: isModalEntry() })
    else if ('dialog' in target) openDialog(target.dialog)
    else if ('theme' in target) selectTheme(target.theme)
    else exportMembers.mutate({ role: target.exportOf })
  }
}

/** True when the current history entry is that of the palette, which the next screen then replaces. */
const isModalEntry = () => typeof history.state?.modals === 'number'
