import { z } from 'zod'
import { materialIds } from './materials.ts'

const day = z.iso.date('Please give days like 2025-04-01').optional()

/** What the figures of the dashboard filter the register by; days are yyyy-MM-dd, in India. */
export const figureFilters = {
  /** Joined from and to these days, both included. */
  joined_from: day,
  joined_to: day,
  /** Memberships that end from and to these days, both included. */
  ends_from: day,
  ends_to: day,
  /** What is offered. */
  material: z.enum(materialIds, 'Please choose a material from the list').optional(),
}
