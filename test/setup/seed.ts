/** Property tests generate their data from one seed, which `npm test` prints at its end. */
import fc from 'fast-check'

const { TEST_SEED } = process.env
if (TEST_SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(TEST_SEED) })
