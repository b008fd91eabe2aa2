import { describe } from 'vitest'
import { onOneSample } from './portals.ts'
import { everyScreen } from './screens.ts'

const sample = onOneSample()

describe('every screen', () => {
  everyScreen(sample, ['vendor', 'oem', 'admin'])
})
