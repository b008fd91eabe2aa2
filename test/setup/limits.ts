/** The time limits of tests: many times what they take, because another machine may be slow. */
import { expect, vi } from 'vitest'
import { minutes } from '#shared/durations.ts'

// A drill starts up to ten processes; each wait in it has its own limit and names what it waited for.
const isDrill = expect.getState().testPath?.includes('/test/drills/')
const limit = minutes(isDrill ? 10 : 1)
vi.setConfig({ testTimeout: limit, hookTimeout: limit })
