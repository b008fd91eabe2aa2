import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * An order of files by a seed, for `npm test -- --shuffle SEED`. Those of the page come together, because Vitest ends a
 * worker before a file of another environment, and only files of one worker can disturb each other.
 */
export class Shuffled extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env.TEST_SHUFFLE
    const keyOf = ({ moduleId }: TestSpecification) => {
      const isOnPage = readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')
      const path = relative(this.ctx.config.root, moduleId)
      return `${isOnPage} ${createHash('sha256').update(`${seed} ${path}`).digest('hex')}`
    }
    const keys = new Map(files.map((file) => [file, keyOf(file)]))
    return files.toSorted((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1))
  }
}
