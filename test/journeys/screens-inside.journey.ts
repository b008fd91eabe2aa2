import { describe } from 'vitest'
import { onOneSample } from './support/portals.ts'
import { everyScreen } from './support/screens.ts'

const sample = onOneSample()

describe('every screen', () => {
  everyScreen(sample, ['vendor', 'oem', 'admin'])
})
