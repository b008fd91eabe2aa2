import { describe } from 'vitest'
import { sharedSample } from '../support/portals.ts'
import { testScreens } from '../support/screens.ts'

const sample = sharedSample()

describe('all screens', () => {
  testScreens(sample, ['vendor', 'oem', 'admin'])
})
