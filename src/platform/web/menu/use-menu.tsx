/** The button of a menu. The code of the menu is loaded before it is opened: with the pointer, the focus, or later. */
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { preload } from '../ui/loading/lazy-component.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import type { OpenMenuProps } from './OpenMenu.tsx'

export const OpenMenu = lazyPart(async () => (await import('./OpenMenu.tsx')).OpenMenu)

const preloadMenu = () => preload([OpenMenu])

interface MenuProps extends Omit<OpenMenuProps, 'button' | 'isFirstFocused' | 'onClose'> {
  /** The id of what the actions change. Another one closes the menu, which was opened to act on the first. */
  subject?: string
}

/** Props for the button, and the menu to render beside it, in an element that is the size of the button. */
export function useMenu({ subject, ...props }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<'pointer' | 'key'>()
  const [openedFor, setOpenedFor] = useState(subject)
  if (openedFor !== subject) {
    setOpenedFor(subject)
    setOpened(undefined)
  }
  const menu: ReactNode = opened && (
    <OpenMenu
      {...props}
      button={button.current}
      isFirstFocused={opened === 'key'}
      onClose={() => setOpened(undefined)}
    />
  )
  return {
    menu,
    buttonProps: {
      ref: button,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': opened !== undefined,
      onPointerEnter: preloadMenu,
      onFocus: preloadMenu,
      onClick: ({ detail }: MouseEvent) =>
        setOpened(opened ? undefined : detail === 0 ? 'key' : 'pointer'),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setOpened('key')
      },
    },
  }
}
