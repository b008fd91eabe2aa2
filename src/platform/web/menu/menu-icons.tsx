/** The icons of menus in rows, by name: loaded with the first menu, not with the list. */
import CircleSlash from 'lucide-react/icons/circle-slash'
import Eye from 'lucide-react/icons/eye'
import IndianRupee from 'lucide-react/icons/indian-rupee'
import LogOut from 'lucide-react/icons/log-out'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash'
import type { ReactNode } from 'react'
import type { MenuIcon } from './menu-parts.ts'

export const menuIcons: Record<MenuIcon, ReactNode> = {
  edit: <Pencil aria-hidden="true" />,
  message: <MessageCircle aria-hidden="true" />,
  payment: <IndianRupee aria-hidden="true" />,
  remove: <Trash aria-hidden="true" />,
  signOut: <LogOut aria-hidden="true" />,
  view: <Eye aria-hidden="true" />,
  waive: <CircleSlash aria-hidden="true" />,
}
