import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'

/** A line of the results file, as JSON. Paths are relative to the folder of the run. */
export type ResultLine =
  | { event: 'run'; files: string[] }
  | { event: 'file started'; file: string }
  | { event: 'test ended'; file: string; test: string; state: string; errors: string[] }
  /** `errors` are those of loading the file and of hooks. */
  | { event: 'file ended'; file: string; errors: string[] }
  /** `file` ran when the error was thrown outside of its tests. */
  | { event: 'run ended'; errors: { file?: string; text: string }[] }

/**
 * Writes each result when it is known, so that those of a run that is ended by its limit or by a crash are
 * not lost. scripts/test-results.mjs reads the file.
 */
export class ResultsFile implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  onTestRunStart(tests: readonly TestSpecification[]): void {
    this.#write({ event: 'run', files: tests.map(({ moduleId }) => pathOf(moduleId)) })
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#write({ event: 'file started', file: pathOf(moduleId) })
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    this.#write({
      event: 'test ended',
      file: pathOf(test.module.moduleId),
      test: test.fullName,
      state,
      errors: errors?.map(textOf) ?? [],
    })
  }

  onTestModuleEnd(module: TestModule): void {
    this.#write({
      event: 'file ended',
      file: pathOf(module.moduleId),
      errors: [
        ...module.errors(),
        ...[...module.children.allSuites()].flatMap((s) => s.errors()),
      ].map(textOf),
    })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    this.#write({
      event: 'run ended',
      errors: errors.map((error) => ({
        ...(typeof error.VITEST_TEST_PATH === 'string' && {
          file: pathOf(error.VITEST_TEST_PATH),
        }),
        text: textOf(error),
      })),
    })
  }

  #write(line: ResultLine): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`)
  }
}

const pathOf = (moduleId: string) => relative(process.cwd(), moduleId)

const textOf = ({ message, stack, diff }: { message: string; stack?: string; diff?: string }) =>
  [stack ?? message, diff].filter(Boolean).join('\n')
