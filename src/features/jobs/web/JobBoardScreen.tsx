import type { ReactNode } from 'react'
import type { User } from '#features/members/contract.ts'

/** The job board; its work is still open. */
export const JobBoardScreen = (_props: {
  mode: 'board' | 'saved' | 'search'
  user: User
  logoutButton: ReactNode
}) => null
