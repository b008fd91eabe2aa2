import { z } from 'zod'
import { yearNamed } from '../financial-year.ts'

export const yearMessage = 'Please give a financial year like 2026-27'

/** The name of a financial year, like '2026-27'. */
export const yearName = z.string().refine((name) => yearNamed(name) !== undefined, yearMessage)
