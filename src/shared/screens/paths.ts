import { keysOf } from '../records.ts'
import type { Role } from '../roles.ts'

/** 'anyone' also while signed out, 'signed-in' with any role or none. */
type ScreenAccess = 'anyone' | 'signed-in' | Role

/** The paths of all screens (contract 2.1), and who may open them; any other path shows the 404 card. */
export const screens = {
  '/': 'anyone',
  '/login': 'anyone',
  '/login/verify': 'anyone',
  '/confirm': 'anyone',
  '/apply/oem': 'anyone',
  '/apply/vendor': 'anyone',
  '/apply/status': 'anyone',
  '/dues': 'anyone',
  '/verify/:code': 'anyone',
  '/jobs': 'signed-in',
  '/jobs/saved': 'signed-in',
  '/jobs/search': 'signed-in',
  '/admin': 'admin',
  '/admin/member-data': 'admin',
  '/admin/renewals': 'admin',
  '/admin/renewals/bank-statements': 'admin',
  '/admin/board-book': 'admin',
  '/admin/members': 'admin',
  '/admin/applications': 'admin',
  '/admin/settings': 'admin',
  '/admin/system': 'admin',
  '/admin/help': 'admin',
  '/oem/members': 'oem',
  '/oem/jobs': 'oem',
  '/oem/profile': 'oem',
  '/vendor/members': 'vendor',
  '/vendor/jobs': 'vendor',
  '/vendor/profile': 'vendor',
  '/profile': 'signed-in',
} as const satisfies Record<string, ScreenAccess>

export type ScreenPath = keyof typeof screens

/** The paths of the screens in the signed-in frame. */
export type ProtectedPath = {
  [Path in ScreenPath]: (typeof screens)[Path] extends 'anyone' ? never : Path
}[ScreenPath]

export const screenPaths = keysOf(screens)

/** The record of a member, for administrators. */
export const memberPath = (id: string): string => `/admin/members?member=${encodeURIComponent(id)}`
