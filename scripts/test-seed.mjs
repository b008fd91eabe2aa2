// The seed of generated test data, which is the same for the same commit.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** TEST_SEED, else from the commit, or from the packages where there is no git. */
export function testSeed() {
  if (process.env.TEST_SEED) return Number(process.env.TEST_SEED)
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const source = stdout?.trim() || fs.readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(source).digest().readInt32BE()
}
